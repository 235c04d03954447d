# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.autotune(configs=[triton.Config({"BLOCK": 64}), triton.Config({"BLOCK": 128})], key=["n"], reset_to_zero=["total_ptr"])
@triton.jit
def sum_kernel(x_ptr, total_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    tl.atomic_add(total_ptr, tl.sum(x, axis=0))


@triton.autotune(configs=[triton.Config({"BLOCK": 64}), triton.Config({"BLOCK": 128})], key=["n"], restore_value=["x_ptr"])
@triton.jit
def scale_kernel(x_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    tl.store(x_ptr + offsets, x * 2, mask=mask)


@triton.autotune(configs=[triton.Config({"BLOCK": 64}), triton.Config({"BLOCK": 128})], key=["n"])
@triton.jit
def clamp_kernel(x_ptr, n, BLOCK: tl.constexpr):
    # In place, and the same however often it runs.
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(x_ptr + offsets, tl.minimum(tl.load(x_ptr + offsets, mask=mask), 1.5), mask=mask)


x = torch.ones(1000, device="cuda")
total = torch.full((1,), 5.0, device="cuda")
grid = lambda meta: (triton.cdiv(1000, meta["BLOCK"]),)
sum_kernel[grid](x, total, 1000)
scale_kernel[grid](x, 1000)
print(total.item(), x.sum().item())
clamp_kernel[grid](x, 1000)
print(x.sum().item())
# EXPECT stdout
#| 1000.0 2000.0
#| 1500.0
# EXPECT stderr
#| autotune: sum_kernel: BLOCK: 128, num_warps: 4, num_ctas: 1, num_stages: 3 (estimated 3.4 us on h100, best of 2)
#| autotune: scale_kernel: BLOCK: 64, num_warps: 4, num_ctas: 1, num_stages: 3 (estimated 3.4 us on h100, best of 2)
#| autotune: clamp_kernel: BLOCK: 64, num_warps: 4, num_ctas: 1, num_stages: 3 (estimated 3.4 us on h100, best of 2)
