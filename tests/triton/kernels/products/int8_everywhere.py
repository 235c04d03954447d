# RUN: tilewright run %s
"""Products of signed bytes: extremes, accumulators, masks with `other`, tails, transposed operands,
batches, and operands that are used elsewhere, too."""
import torch
import triton
import triton.language as tl


@triton.jit
def tiled_kernel(a_ptr, b_ptr, c_ptr, M, N, K, a_row, a_column, b_row, b_column, OTHER: tl.constexpr, BM: tl.constexpr,
                 BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    total = tl.load(c_ptr + m[:, None] * N + n[None, :], mask=(m[:, None] < M) & (n[None, :] < N), other=0)
    for start in range(0, K, BK):
        a = tl.load(a_ptr + m[:, None] * a_row + (start + k)[None, :] * a_column,
                    mask=(m[:, None] < M) & ((start + k)[None, :] < K), other=0)
        b = tl.load(b_ptr + (start + k)[:, None] * b_row + n[None, :] * b_column,
                    mask=((start + k)[:, None] < K) & (n[None, :] < N), other=OTHER)
        total = tl.dot(a, b, total, out_dtype=tl.int32)
    tl.store(c_ptr + m[:, None] * N + n[None, :], total, mask=(m[:, None] < M) & (n[None, :] < N))


@triton.jit
def batched_kernel(a_ptr, b_ptr, c_ptr, sum_ptr, B: tl.constexpr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    batch, m, n, k = tl.arange(0, B), tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    a = tl.load(a_ptr + batch[:, None, None] * M * K + m[None, :, None] * K + k[None, None, :])
    b = tl.load(b_ptr + batch[:, None, None] * K * N + k[None, :, None] * N + n[None, None, :])
    tl.store(c_ptr + batch[:, None, None] * M * N + m[None, :, None] * N + n[None, None, :], tl.dot(a, b, out_dtype=tl.int32))
    tl.store(sum_ptr + batch[:, None] * K + k[None, :], tl.sum(b.to(tl.int32), axis=2))  # b is not for the product alone


def matrix(rows, columns, kind):
    if kind == "random":
        return torch.randint(-128, 128, (rows, columns), dtype=torch.int8)
    return torch.full((rows, columns), -128 if kind == "least" else 127, dtype=torch.int8)


torch.manual_seed(11)
checked = 0
for left in ("random", "least", "greatest"):
    for right in ("random", "least", "greatest"):
        for M, N, K in ((16, 16, 32), (33, 50, 40), (64, 32, 100)):
            a, b = matrix(M, K, left), matrix(K, N, right)
            c = torch.randint(-1000, 1000, (M, N), dtype=torch.int32)
            expected = (c + a.double() @ b.double()).int()
            for first, second in ((a, b), (a.t().contiguous().t(), b.t().contiguous().t())):
                out = c.clone()
                tiled_kernel[(triton.cdiv(M, 32), triton.cdiv(N, 16))](
                    first, second, out, M, N, K, first.stride(0), first.stride(1), second.stride(0), second.stride(1),
                    7, 32, 16, 32)
                assert torch.equal(out, expected), (left, right, M, N, K)
                checked += 1
a = torch.stack([matrix(16, 32, "random"), matrix(16, 32, "least")])
b = torch.stack([matrix(32, 64, "random"), matrix(32, 64, "greatest")])
c, sums = torch.empty(2, 16, 64, dtype=torch.int32), torch.empty(2, 32, dtype=torch.int32)
batched_kernel[(1,)](a, b, c, sums, 2, 16, 64, 32)
assert torch.equal(c.double(), a.double() @ b.double())
assert torch.equal(sums, b.int().sum(2).int())
checked += 1
print(checked, "products are exact")
# EXPECT stdout
#| 55 products are exact
