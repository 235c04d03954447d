# RUN: tilewright run %s
"""A tiled transpose with tl.trans."""
import torch
import triton
import triton.language as tl


@triton.jit
def transpose_kernel(x_ptr, out_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    tile = tl.load(x_ptr + m[:, None] * N + n[None, :], mask=(m[:, None] < M) & (n[None, :] < N))
    tl.store(out_ptr + n[:, None] * M + m[None, :], tl.trans(tile), mask=(n[:, None] < N) & (m[None, :] < M))


x = torch.randn(100, 70)
out = torch.empty(70, 100)
transpose_kernel[(triton.cdiv(100, 32), triton.cdiv(70, 16))](x, out, 100, 70, BM=32, BN=16)
assert torch.equal(out, x.t())
print(tuple(out.shape))
# EXPECT stdout
#| (70, 100)
