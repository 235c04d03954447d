# ---- style 0: tiles of 32 by 32, 32 deep
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x0_ptr, x1_ptr, out_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    rn = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    z = tl.program_id(2)
    v0 = tl.zeros([BM, BN], dtype=tl.float32)
    for k in range(0, K, BK):
        rk = k + tl.arange(0, BK)
        x0 = tl.load(x0_ptr + (z * M + rm) * K + rk[None, :], mask=(rm < M) & (rk[None, :] < K), other=0.0)
        x1 = tl.load(x1_ptr + (z * K + rk[:, None]) * N + rn, mask=(rn < N) & (rk[:, None] < K), other=0.0)
        v0 += tl.dot(x0, x1, input_precision="ieee")
    mask = (rm < M) & (rn < N)
    i = (z * M + rm) * N + rn
    tl.store(out_ptr + i, v0, mask=mask)


def forward(A, B):
    out = A.new_empty((A.shape[0], A.shape[1], B.shape[-1]))
    M, N, K = A.shape[1], B.shape[-1], A.shape[-1]
    kernel[(triton.cdiv(M, 32), triton.cdiv(N, 32), A.shape[0])](A, B, out, M, N, K, BM=32, BN=32, BK=32)
    return out
# ---- style 1: tiles of 16 by 16, 16 deep
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x0_ptr, x1_ptr, out_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    rn = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    z = tl.program_id(2)
    v0 = tl.zeros([BM, BN], dtype=tl.float32)
    for k in range(0, K, BK):
        rk = k + tl.arange(0, BK)
        x0 = tl.load(x0_ptr + (z * M + rm) * K + rk[None, :], mask=(rm < M) & (rk[None, :] < K), other=0.0)
        x1 = tl.load(x1_ptr + (z * K + rk[:, None]) * N + rn, mask=(rn < N) & (rk[:, None] < K), other=0.0)
        v0 += tl.dot(x0, x1, input_precision="ieee")
    mask = (rm < M) & (rn < N)
    i = (z * M + rm) * N + rn
    tl.store(out_ptr + i, v0, mask=mask)


def forward(A, B):
    out = A.new_empty((A.shape[0], A.shape[1], B.shape[-1]))
    M, N, K = A.shape[1], B.shape[-1], A.shape[-1]
    kernel[(triton.cdiv(M, 16), triton.cdiv(N, 16), A.shape[0])](A, B, out, M, N, K, BM=16, BN=16, BK=16)
    return out
