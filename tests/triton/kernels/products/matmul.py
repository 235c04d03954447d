# RUN: tilewright run %s
"""A tiled product of ragged matrices in groups of rows."""
import torch
import triton
import triton.language as tl


@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, M, N, K, am, ak, bk, bn, cm, cn, BM: tl.constexpr, BN: tl.constexpr,
                  BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    tiles_m = tl.cdiv(M, BM)
    tiles_n = tl.cdiv(N, BN)
    per_group = GROUP * tiles_n
    first = (pid // per_group) * GROUP
    size = min(tiles_m - first, GROUP)
    pid_m = first + (pid % per_group) % size
    pid_n = (pid % per_group) // size
    m = pid_m * BM + tl.arange(0, BM)
    n = pid_n * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    a_ptrs = a_ptr + (m % M)[:, None] * am + k[None, :] * ak
    b_ptrs = b_ptr + k[:, None] * bk + (n % N)[None, :] * bn
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, K, BK):
        a = tl.load(a_ptrs, mask=k[None, :] < K - start, other=0.0)
        b = tl.load(b_ptrs, mask=k[:, None] < K - start, other=0.0)
        acc += tl.dot(a, b, input_precision="ieee")
        a_ptrs += BK * ak
        b_ptrs += BK * bk
    mask = (m[:, None] < M) & (n[None, :] < N)
    tl.store(c_ptr + m[:, None] * cm + n[None, :] * cn, acc, mask=mask)


torch.manual_seed(0)
for M, N, K in ((33, 50, 70), (64, 64, 64), (1, 100, 16)):
    a, b = torch.randn(M, K), torch.randn(N, K).t()
    c = torch.empty(M, N)
    grid = (triton.cdiv(M, 32) * triton.cdiv(N, 16),)
    matmul_kernel[grid](a, b, c, M, N, K, *a.stride(), *b.stride(), *c.stride(), BM=32, BN=16, BK=16, GROUP=2)
    torch.testing.assert_close(c, a @ b, rtol=1e-4, atol=1e-4)
    print(M, N, K, "holds")
# EXPECT stdout
#| 33 50 70 holds
#| 64 64 64 holds
#| 1 100 16 holds
