# RUN: tilewright run %s
"""Tuples of values: unpacked, indexed, passed on, returned and carried."""
import torch
import triton
import triton.language as tl


@triton.jit
def swap(pair):
    return pair[1], pair[0]


@triton.jit
def tuple_kernel(x_ptr, sizes, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    a, b = swap((x, x * 2))
    c, d = a + b, a - b
    pair, e = (c, d), n
    shape = (sizes[0], sizes[1])
    tl.store(out_ptr + n, pair[0] * shape[0] + pair[1] * shape[1] + e)
    low, high = 0, 1
    for _ in range(10):
        low, high = high, low + high
    tl.store(out_ptr + N, low)


x = torch.arange(16.0)
out = torch.empty(17)
tuple_kernel[(1,)](x, (3, 5), out, 16)
assert torch.equal(out[:16], 3 * x * 3 + x * 5 + x)
print(out[16].item())
# EXPECT stdout
#| 55.0
