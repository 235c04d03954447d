# RUN: tilewright run %s
"""A block divided by its sum, kept as a block of one element."""
import torch
import triton
import triton.language as tl


@triton.jit
def shape_kernel(x_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    column = tl.expand_dims(x, 1)
    tl.static_assert(column.shape[1] == 1)
    total = tl.sum(column, axis=0, keep_dims=True)
    tl.static_assert(len(total.shape) == 2)
    tl.store(out_ptr + n, x / tl.reshape(total, (1,)))


x = torch.rand(32)
out = torch.empty_like(x)
shape_kernel[(1,)](x, out, 32)
torch.testing.assert_close(out, x / x.sum())
print("sums to", round(out.sum().item(), 3))
# EXPECT stdout
#| sums to 1.0
