# RUN: tilewright run %s
"""Sums along each axis, of everything, and with kept dimensions."""
import torch
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x_ptr, rows_ptr, columns_ptr, total_ptr, M: tl.constexpr, N: tl.constexpr):
    m = tl.arange(0, M)
    n = tl.arange(0, N)
    x = tl.load(x_ptr + m[:, None] * N + n[None, :])
    tl.store(rows_ptr + m, tl.sum(x, axis=1))
    tl.store(columns_ptr + n, tl.sum(x, axis=0))
    tl.store(total_ptr, tl.sum(x))
    centred = x - tl.sum(x, axis=-1, keep_dims=True) / N
    tl.store(total_ptr + 1, tl.sum(tl.abs(tl.sum(centred, axis=1)), axis=0))


torch.manual_seed(0)
x = torch.randn(32, 64)
rows, columns, total = torch.empty(32), torch.empty(64), torch.empty(2)
sum_kernel[(1,)](x, rows, columns, total, 32, 64)
torch.testing.assert_close(rows, x.sum(1))
torch.testing.assert_close(columns, x.sum(0))
torch.testing.assert_close(total, torch.stack([x.sum(), torch.tensor(0.0)]), rtol=1e-4, atol=1e-4)
print("sums hold")
# EXPECT stdout
#| sums hold
