# RUN: tilewright run %s
"""Outer products without tl.dot, and a matrix times a vector."""
import torch
import triton
import triton.language as tl


@triton.jit
def outer_kernel(x_ptr, y_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr):
    m, n = tl.arange(0, M), tl.arange(0, N)
    tl.store(out_ptr + m[:, None] * N + n[None, :], tl.load(x_ptr + m)[:, None] * tl.load(y_ptr + n)[None, :])


@triton.jit
def gemv_kernel(a_ptr, x_ptr, out_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    acc = tl.zeros((BM,), dtype=tl.float32)
    for start in range(0, N, BN):
        n = start + tl.arange(0, BN)
        a = tl.load(a_ptr + m[:, None] * N + n[None, :], mask=(m[:, None] < M) & (n[None, :] < N), other=0.0)
        acc += tl.sum(a * tl.load(x_ptr + n, mask=n < N, other=0.0)[None, :], axis=1)
    tl.store(out_ptr + m, acc, mask=m < M)


torch.manual_seed(13)
x, y, a = torch.randn(16), torch.randn(32), torch.randn(70, 90)
outer, product = torch.empty(16, 32), torch.empty(70)
outer_kernel[(1,)](x, y, outer, 16, 32)
vector = torch.randn(90)
gemv_kernel[(triton.cdiv(70, 16),)](a, vector, product, 70, 90, BM=16, BN=32)
assert torch.equal(outer, torch.outer(x, y))
torch.testing.assert_close(product, a @ vector, rtol=1e-4, atol=1e-4)
print("vectors hold")
# EXPECT stdout
#| vectors hold
