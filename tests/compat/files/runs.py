import torch
import triton
import triton.language as tl


@triton.jit
def twice(value):
    return value + value


@triton.jit
def double_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(out_ptr + offsets, twice(tl.load(x_ptr + offsets, mask=mask)), mask=mask)


x = torch.randn(100, device="cuda")
out = torch.empty_like(x)
double_kernel[(2,)](x, out, 100, BLOCK=64)
assert torch.allclose(out, x * 2)
