# RUN: tilewright run %s
"""roll, constant padding and flip of the last axis by index arithmetic."""
import torch
import triton
import triton.language as tl


@triton.jit
def roll_kernel(x_ptr, out_ptr, N, shift, BLOCK: tl.constexpr):
    row = tl.program_id(0) * N
    n = tl.arange(0, BLOCK)
    source = (n + N - shift % N) % N
    tl.store(out_ptr + row + n, tl.load(x_ptr + row + source, mask=n < N), mask=n < N)


@triton.jit
def pad_kernel(x_ptr, out_ptr, N, left, total, value, BLOCK: tl.constexpr):
    n = tl.arange(0, BLOCK)
    inside = (n >= left) & (n < left + N)
    x = tl.load(x_ptr + tl.program_id(0) * N + n - left, mask=inside, other=value)
    tl.store(out_ptr + tl.program_id(0) * total + n, x, mask=n < total)


x = torch.randn(4, 50)
out = torch.empty_like(x)
roll_kernel[(4,)](x, out, 50, 13, BLOCK=64)
assert torch.equal(out, x.roll(13, 1))
padded = torch.empty(4, 60)
pad_kernel[(4,)](x, padded, 50, 3, 60, -1.5, BLOCK=64)
assert torch.equal(padded, torch.nn.functional.pad(x, (3, 7), value=-1.5))
print("rolled and padded")
# EXPECT stdout
#| rolled and padded
