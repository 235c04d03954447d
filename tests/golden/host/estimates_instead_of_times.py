# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def copy(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + i, tl.load(x_ptr + i, mask=i < n), mask=i < n)


def run(x):
    out = torch.empty_like(x)
    return copy[(triton.cdiv(x.numel(), 1024),)](x, out, x.numel(), BLOCK=1024)


small, large = torch.ones(1024, device="cuda"), torch.ones(1 << 20, device="cuda")
times = [triton.testing.do_bench(lambda: run(x)) for x in (small, large)]
print(0 < times[0] < times[1], len(triton.testing.do_bench(lambda: run(small), quantiles=[0.5, 0.2, 0.8])))
compiled = copy.warmup(small, small, 1024, BLOCK=1024, num_warps=8, grid=(1,))
print(compiled.metadata.num_warps, compiled.n_regs > 0, compiled.metadata.name, type(compiled).__name__)
compiled[(1, 1, 1)](small, large, 1024, 1024)
print(isinstance(run(small), triton.compiler.CompiledKernel), isinstance(copy, triton.JITFunction))


@triton.testing.perf_report(
    triton.testing.Benchmark(
        x_names=["size"], x_vals=[2**i for i in range(12, 24)], line_arg="provider", line_vals=["triton", "torch"],
        line_names=["Triton", "Torch"], ylabel="GB/s", plot_name="copy", args={}))
def benchmark(size, provider):
    x = torch.ones(size, device="cuda")
    ms = triton.testing.do_bench((lambda: run(x)) if provider == "triton" else x.clone)
    print(size, provider)
    return round(8 * size / ms * 1e-6) * 0.0


benchmark.run(print_data=True, show_plots=True)
properties = torch.cuda.get_device_properties(0)
print(properties.multi_processor_count, triton.runtime.driver.active.get_current_target().backend)
# EXPECT stdout
#| True 3
#| 8 True copy CompiledKernel
#| True True
#| 4096 triton
#| 4096 torch
#| copy: estimates for h100, the smallest case alone
#|   size    Triton  Torch
#| 4096.0  0.000000      -
#| 132 cuda
