# RUN: tilewright run %s
"""Rounding up with the probability of the dropped part."""
import torch
import triton
import triton.language as tl


@triton.jit
def round_kernel(x_ptr, out_ptr, seed, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    low = tl.floor(x)
    tl.store(out_ptr + n, low + tl.where(tl.rand(seed, n) < x - low, 1.0, 0.0))


x = torch.full((8192,), 2.25)
out = torch.empty_like(x)
round_kernel[(1,)](x, out, 3, 8192)
assert set(out.tolist()) == {2.0, 3.0}
assert abs(out.mean() - 2.25) < 0.02
print("mean about", round(out.mean().item(), 1))
# EXPECT stdout
#| mean about 2.2
