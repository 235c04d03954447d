# RUN: tilewright run %s
"""Constants and helpers of the file, and constants computed from constants."""
import torch
import triton
import triton.language as tl


SCALE: tl.constexpr = tl.constexpr(3)
OFFSETS = tl.constexpr((1, 10, 100))


@triton.jit
def shift(x, BY: tl.constexpr = SCALE):
    return x + BY


@triton.jit
def global_kernel(x_ptr, out_ptr, N: tl.constexpr):
    HALF: tl.constexpr = N // 2
    n = tl.arange(0, HALF)
    x = tl.load(x_ptr + n) * SCALE
    tl.store(out_ptr + n, shift(x))
    tl.store(out_ptr + HALF + n, shift(x, HALF * HALF if HALF > 4 else 0) + OFFSETS[2])


x = torch.arange(16)
out = torch.empty(16, dtype=torch.int64)
global_kernel[(1,)](x, out, 16)
print(out.tolist())
assert out.tolist() == [3 * i + 3 for i in range(8)] + [3 * i + 164 for i in range(8)]
# EXPECT stdout
#| [3, 6, 9, 12, 15, 18, 21, 24, 164, 167, 170, 173, 176, 179, 182, 185]
