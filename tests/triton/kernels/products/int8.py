# RUN: tilewright run %s
"""Exact products of signed bytes in int32, scaled by row and column."""
import torch
import triton
import triton.language as tl


@triton.jit
def scaled_kernel(a_ptr, b_ptr, c_ptr, row_ptr, column_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    a = tl.load(a_ptr + m[:, None] * K + k[None, :])
    b = tl.load(b_ptr + k[:, None] * N + n[None, :])
    c = tl.dot(a, b, out_dtype=tl.int32)
    tl.static_assert(c.dtype == tl.int32)
    tl.store(c_ptr + m[:, None] * N + n[None, :], c)
    scale = tl.load(row_ptr + m)[:, None] * tl.load(column_ptr + n)[None, :]
    tl.store(out_ptr + m[:, None] * N + n[None, :], c.to(tl.float32) * scale)


torch.manual_seed(3)
a = torch.randint(-128, 128, (32, 64), dtype=torch.int8)
b = torch.randint(-128, 128, (64, 16), dtype=torch.int8)
row, column = torch.rand(32), torch.rand(16)
c, out = torch.empty(32, 16, dtype=torch.int32), torch.empty(32, 16)
scaled_kernel[(1,)](a, b, c, row, column, out, 32, 16, 64)
assert torch.equal(c.double(), a.double() @ b.double())
torch.testing.assert_close(out, c.float() * row[:, None] * column)
print("exact", c[0, :3].tolist())
# EXPECT stdout
#| exact [27292, -701, -5455]
