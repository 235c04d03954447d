# RUN: tilewright run %s
"""Sizes computed at compile time by a constexpr function and by globals."""
import torch
import triton
import triton.language as tl


WIDTH = tl.constexpr(32)


@triton.constexpr_function
def half_of(n):
    return n // 2


@triton.jit
def size_kernel(x_ptr, out_ptr, N: tl.constexpr):
    HALF: tl.constexpr = half_of(N)
    n = tl.arange(0, HALF)
    tl.static_assert(HALF * 2 == N, "N must be even")
    tl.store(out_ptr + n, tl.load(x_ptr + n) + tl.load(x_ptr + HALF + n) + WIDTH)


x = torch.arange(64.0)
out = torch.empty(32)
size_kernel[(1,)](x, out, 64)
assert torch.equal(out, x[:32] + x[32:] + 32)
print(out[:4].tolist())
# EXPECT stdout
#| [64.0, 66.0, 68.0, 70.0]
