# RUN: tilewright run %s
"""One 4-D block: loaded by broadcast offsets, permuted, reduced."""
import torch
import triton
import triton.language as tl


@triton.jit
def block_kernel(x_ptr, out_ptr, sums_ptr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr, D: tl.constexpr):
    a = tl.arange(0, A)[:, None, None, None]
    b = tl.arange(0, B)[None, :, None, None]
    c = tl.arange(0, C)[None, None, :, None]
    d = tl.arange(0, D)[None, None, None, :]
    x = tl.load(x_ptr + ((a * B + b) * C + c) * D + d)
    y = tl.permute(x, (2, 0, 3, 1))
    tl.store(out_ptr + tl.arange(0, A * B * C * D), tl.reshape(y, (A * B * C * D,)))
    sums = tl.sum(tl.sum(x, axis=3), axis=1)
    tl.store(sums_ptr + tl.arange(0, A)[:, None] * C + tl.arange(0, C)[None, :], sums)


x = torch.randn(2, 4, 8, 16)
out, sums = torch.empty(8, 2, 16, 4), torch.empty(2, 8)
block_kernel[(1,)](x, out, sums, 2, 4, 8, 16)
assert torch.equal(out, x.permute(2, 0, 3, 1))
torch.testing.assert_close(sums, x.sum((1, 3)))
print("4-D blocks hold")
# EXPECT stdout
#| 4-D blocks hold
