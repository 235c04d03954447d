#include "kernels/triton/host_modules.h"

namespace tilewright::kernels::triton {
namespace {

// do_bench runs the function once and perf_report its smallest case for every line: estimated times come from
// the chip model, and a benchmark's figures from a CPU would say nothing about the device.
constexpr std::string_view kTesting = R"PY(
def do_bench(fn, warmup=25, rep=100, grad_to_none=None, quantiles=None, return_mode='mean', **options):
    fn()
    if quantiles is not None:
        times = [0.001] * len(quantiles)
        return times[0] if len(times) == 1 else times
    return [0.001] if return_mode == 'all' else 0.001

do_bench_cudagraph = do_bench

class Benchmark:
    def __init__(self, x_names, x_vals, line_arg, line_vals, line_names, plot_name, args, xlabel='', ylabel='',
                 x_log=False, y_log=False, styles=None):
        self.x_names, self.x_vals, self.line_arg, self.line_vals = x_names, list(x_vals), line_arg, list(line_vals)
        self.line_names, self.plot_name, self.args = line_names, plot_name, args
        self.xlabel, self.ylabel, self.x_log, self.y_log, self.styles = xlabel, ylabel, x_log, y_log, styles

class Mark:
    def __init__(self, fn, benchmarks):
        self.fn, self.benchmarks = fn, benchmarks

    def run(self, show_plots=False, print_data=False, save_path='', return_df=False, **options):
        for bench in self.benchmarks if isinstance(self.benchmarks, (list, tuple)) else [self.benchmarks]:
            names = [bench.x_names] if isinstance(bench.x_names, str) else list(bench.x_names)
            cases = [x if isinstance(x, (list, tuple)) else [x] * len(names) for x in bench.x_vals]
            if not cases:
                continue
            case = min(cases, key=lambda values: sum(v for v in values if isinstance(v, (int, float))))
            for line in bench.line_vals:
                self.fn(**dict(zip(names, case)), **{bench.line_arg: line}, **bench.args, **options)
            if print_data:
                print(f'{bench.plot_name}: times are not measured here')

def perf_report(benchmarks):
    return lambda fn: Mark(fn, benchmarks)

def assert_close(x, y, atol=None, rtol=None, err_msg=''):
    import torch
    x, y = (v if isinstance(v, torch.Tensor) else torch.tensor(v) for v in (x, y))
    if not torch.allclose(x.float(), y.float(), atol=1e-2 if atol is None else atol,
                          rtol=0.0 if rtol is None else rtol, equal_nan=True):
        raise AssertionError(err_msg or 'tensors are not close')

def get_dram_gbps(device=None):
    return 3350.0

def get_max_tensorcore_tflops(dtype=None, clock_rate=None, device=None):
    return 989.0

def get_max_simd_tflops(dtype=None, clock_rate=None, device=None):
    return 67.0
)PY";

// Figures of NVIDIA's H100 SXM data sheet, as chips/h100.toml has them.
constexpr std::string_view kDriver = R"PY(
class GPUTarget:
    def __init__(self, backend, arch, warp_size):
        self.backend, self.arch, self.warp_size = backend, arch, warp_size

class _Utils:
    def get_device_properties(self, device=0):
        return {'max_shared_mem': 232448, 'max_num_regs': 65536, 'multiprocessor_count': 132, 'warpSize': 32,
                'sm_clock_rate': 1980000, 'mem_clock_rate': 2619000, 'mem_bus_width': 5120}

class _Active:
    utils = _Utils()
    def get_active_torch_device(self):
        import torch
        return torch.device('cuda', 0)
    def get_current_device(self):
        return 0
    def set_current_device(self, device):
        pass
    def get_current_stream(self, device=0):
        return 0
    def get_current_target(self):
        return GPUTarget('cuda', 90, 32)
    def get_device_interface(self):
        import torch
        return torch.cuda
    def get_device_capability(self, device=0):
        return (9, 0)
    def get_benchmarker(self):
        import triton
        return triton.testing.do_bench
    def get_empty_cache_for_benchmark(self):
        import torch
        return torch.empty(1, dtype=torch.int32, device='cuda')
    def clear_cache(self, cache):
        pass

class _Driver:
    active = _Active()
    default = active
    utils = active.utils
    def __getattr__(self, name):
        return getattr(self.active, name)
    def set_active(self, active):
        pass
    def set_active_to_cpu(self):
        pass
    def set_active_to_gpu(self):
        pass
    def get_active_gpus(self):
        return [0]
    def reset_active(self):
        pass

driver = _Driver()
)PY";

}  // namespace

script::Ref<script::Module> make_testing(script::Interpreter& interpreter) {
  return interpreter.run_built_in(script::built_in_source("<triton.testing>", kTesting), "triton.testing");
}

script::Ref<script::Module> make_driver(script::Interpreter& interpreter) {
  return interpreter.run_built_in(script::built_in_source("<triton.runtime.driver>", kDriver),
                                  "triton.runtime.driver");
}

}  // namespace tilewright::kernels::triton
