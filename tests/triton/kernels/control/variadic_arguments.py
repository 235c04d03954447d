# RUN: tilewright run %s
"""Helpers that take any number of values as a tuple and pass them on."""
import torch
import triton
import triton.language as tl


@triton.jit
def add_all(first, others):
    for i in tl.static_range(len(others)):
        first += others[i]
    return first


@triton.jit
def scale_and_add(factor, values):
    return factor * add_all(values[0], values[1:])


@triton.jit
def sum_kernel(x_ptr, y_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    x, y = tl.load(x_ptr + n), tl.load(y_ptr + n)
    tl.store(out_ptr + n, scale_and_add(2.0, (x, y, x * y, n)))


x, y = torch.randn(2, 32)
out = torch.empty(32)
sum_kernel[(1,)](x, y, out, 32)
torch.testing.assert_close(out, 2 * (x + y + x * y + torch.arange(32)))
print("any number")
# EXPECT stdout
#| any number
