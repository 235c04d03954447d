# RUN: tilewright run %s
"""Rows gathered and scattered through descriptors, columns from an offset on."""
import torch
import triton
import triton.language as tl


@triton.jit
def gather_kernel(x_ptr, rows_ptr, out_ptr, back_ptr, M, N, B: tl.constexpr, W: tl.constexpr):
    x = tl.make_tensor_descriptor(x_ptr, [M, N], [N, 1], [1, W])
    back = tl.make_tensor_descriptor(back_ptr, [M, N], [N, 1], [1, W])
    rows = tl.load(rows_ptr + tl.arange(0, B))
    tile = x.gather(rows, 16)
    tl.store(out_ptr + tl.arange(0, B)[:, None] * W + tl.arange(0, W)[None, :], tile)
    back.scatter(tile, rows, 16)


x = torch.randn(20, 48)
rows = torch.tensor([3, 19, 0, 7, 11, 2, 5, 13], dtype=torch.int32)
out, back = torch.empty(8, 16), torch.zeros(20, 48)
gather_kernel[(1,)](x, rows, out, back, 20, 48, B=8, W=16)
expected = torch.zeros(20, 48)
expected[rows.long(), 16:32] = x[rows.long(), 16:32]
assert torch.equal(out, x[rows.long(), 16:32]) and torch.equal(back, expected)
print(tuple(out.shape))
# EXPECT stdout
#| (8, 16)
