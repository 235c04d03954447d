# RUN: tilewright run %s
"""Both operands int8: exact sums, scales at the end, zero points corrected."""
import torch
import triton
import triton.language as tl


@triton.jit
def matmul_kernel(a_ptr, b_ptr, as_ptr, bs_ptr, zero_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr,
                  BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.int32)
    column_sum = tl.zeros((BN,), dtype=tl.int32)
    for start in range(0, K, BK):
        k = start + tl.arange(0, BK)
        a = tl.load(a_ptr + m[:, None] * K + k[None, :], mask=(m[:, None] < M) & (k[None, :] < K), other=0)
        b = tl.load(b_ptr + k[:, None] * N + n[None, :], mask=(k[:, None] < K) & (n[None, :] < N), other=0)
        acc += tl.dot(a, b)
        column_sum += tl.sum(b, axis=0)
    zero = tl.load(zero_ptr + m, mask=m < M, other=0)
    acc -= zero[:, None] * column_sum[None, :]
    scale = tl.load(as_ptr + m, mask=m < M, other=0.0)[:, None] * tl.load(bs_ptr + n, mask=n < N, other=0.0)[None, :]
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc * scale, mask=(m[:, None] < M) & (n[None, :] < N))


torch.manual_seed(3)
M, N, K = 20, 24, 70
a, b = torch.randint(-128, 128, (M, K), dtype=torch.int8), torch.randint(-128, 128, (K, N), dtype=torch.int8)
a_scale, b_scale, zero = torch.rand(M), torch.rand(N), torch.randint(-20, 20, (M,), dtype=torch.int32)
c = torch.empty(M, N)
matmul_kernel[(2, 2)](a, b, a_scale, b_scale, zero, c, M, N, K, BM=16, BN=16, BK=32)
exact = ((a.int() - zero[:, None]).double() @ b.double()).float()
torch.testing.assert_close(c, exact * a_scale[:, None] * b_scale, rtol=1e-5, atol=1e-3)
print("zero points corrected")
# EXPECT stdout
#| zero points corrected
