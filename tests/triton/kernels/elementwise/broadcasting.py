# RUN: tilewright run %s
"""Rows, columns, scalars and a fourth axis broadcast to one shape."""
import torch
import triton
import triton.language as tl


@triton.jit
def broadcast_kernel(row_ptr, column_ptr, out_ptr, scale, M: tl.constexpr, N: tl.constexpr):
    m = tl.arange(0, M)
    n = tl.arange(0, N)
    row = tl.load(row_ptr + n)
    column = tl.load(column_ptr + m)
    table = row[None, :] * scale + column[:, None]
    tl.store(out_ptr + m[:, None] * N + n[None, :], table)
    left, right = tl.broadcast(row[None, :], column[:, None])
    tl.store(out_ptr + M * N + m[:, None] * N + n[None, :], left - right)
    cube = table[:, :, None] + tl.arange(0, 2)[None, None, :]
    index = m[:, None, None] * (N * 2) + n[None, :, None] * 2 + tl.arange(0, 2)[None, None, :]
    tl.store(out_ptr + 2 * M * N + index, cube)


torch.manual_seed(9)
row, column = torch.randn(32), torch.randn(8)
out = torch.empty(4, 8, 32)
broadcast_kernel[(1,)](row, column, out, 2.5, 8, 32)
table = row * 2.5 + column[:, None]
torch.testing.assert_close(out[0], table)
torch.testing.assert_close(out[1], row - column[:, None])
torch.testing.assert_close(out[2:].reshape(8, 32, 2), table[:, :, None] + torch.arange(2))
print("broadcasts hold")
# EXPECT stdout
#| broadcasts hold
