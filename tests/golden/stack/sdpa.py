# ---- style 0: tiles of 32 by 32, 32 deep; one row a program, the whole row at once; tiles of 32 by 32, 32 deep
import torch
import triton
import triton.language as tl


@triton.jit
def kernel1(x0_ptr, x1_ptr, out_ptr, M, N, num_K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    rn = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    z = tl.program_id(2)
    acc = tl.zeros([BM, BN], dtype=tl.float32)
    for k in range(0, num_K, BK):
        rk = k + tl.arange(0, BK)
        x0 = tl.load(x0_ptr + (z * M + rm) * num_K + rk[None, :], mask=(rm < M) & (rk[None, :] < num_K), other=0.0)
        x1 = tl.load(x1_ptr + (z * N + rn) * num_K + rk[:, None], mask=(rn < N) & (rk[:, None] < num_K), other=0.0)
        acc += tl.dot(x0, x1, input_precision="ieee")
    mask = (rm < M) & (rn < N)
    i = (z * M + rm) * N + rn
    acc = acc / tl.sqrt(num_K * 1.0)
    tl.store(out_ptr + i, acc, mask=mask)


@triton.jit
def kernel2(t0_ptr, out_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    mask = cols < n
    i = row * n + cols
    t0 = tl.load(t0_ptr + i, mask=mask)
    t = tl.exp(t0 - tl.max(tl.where(mask, t0, float("-inf")), axis=0))
    t = t / tl.sum(tl.where(mask, t, 0.0), axis=0)
    tl.store(out_ptr + i, t, mask=mask)


@triton.jit
def kernel3(x2_ptr, t1_ptr, out_ptr, M, N, num_K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    rn = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    z = tl.program_id(2)
    v0 = tl.zeros([BM, BN], dtype=tl.float32)
    for k in range(0, num_K, BK):
        rk = k + tl.arange(0, BK)
        t1 = tl.load(t1_ptr + (z * M + rm) * num_K + rk[None, :], mask=(rm < M) & (rk[None, :] < num_K), other=0.0)
        x2 = tl.load(x2_ptr + (z * num_K + rk[:, None]) * N + rn, mask=(rn < N) & (rk[:, None] < num_K), other=0.0)
        v0 += tl.dot(t1, x2, input_precision="ieee")
    mask = (rm < M) & (rn < N)
    i = (z * M + rm) * N + rn
    tl.store(out_ptr + i, v0, mask=mask)


def forward(Q, K, V):
    t0 = Q.new_empty((Q.shape[0], Q.shape[1], Q.shape[2], K.shape[2]))
    M, N, num_K = Q.shape[2], K.shape[2], Q.shape[-1]
    kernel1[(triton.cdiv(M, 32), triton.cdiv(N, 32), Q.shape[0] * Q.shape[1])](Q, K, t0, M, N, num_K, BM=32, BN=32, BK=32)
    t1 = Q.new_empty((Q.shape[0], Q.shape[1], Q.shape[2], K.shape[2]))
    n = K.shape[2]
    kernel2[(t0.numel() // n,)](t0, t1, n, BLOCK=triton.next_power_of_2(n))
    out = Q.new_empty((Q.shape[0], Q.shape[1], Q.shape[2], V.shape[-1]))
    N, num_K = V.shape[-1], K.shape[2]
    kernel3[(triton.cdiv(M, 32), triton.cdiv(N, 32), Q.shape[0] * Q.shape[1])](V, t1, out, M, N, num_K, BM=32, BN=32, BK=32)
    return out
# ---- style 1: tiles of 16 by 16, 16 deep; one row a program, the whole row at once; tiles of 16 by 16, 16 deep
import torch
import triton
import triton.language as tl


@triton.jit
def kernel1(x0_ptr, x1_ptr, out_ptr, M, N, num_K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    rn = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    z = tl.program_id(2)
    acc = tl.zeros([BM, BN], dtype=tl.float32)
    for k in range(0, num_K, BK):
        rk = k + tl.arange(0, BK)
        x0 = tl.load(x0_ptr + (z * M + rm) * num_K + rk[None, :], mask=(rm < M) & (rk[None, :] < num_K), other=0.0)
        x1 = tl.load(x1_ptr + (z * N + rn) * num_K + rk[:, None], mask=(rn < N) & (rk[:, None] < num_K), other=0.0)
        acc += tl.dot(x0, x1, input_precision="ieee")
    mask = (rm < M) & (rn < N)
    i = (z * M + rm) * N + rn
    acc = acc / tl.sqrt(num_K * 1.0)
    tl.store(out_ptr + i, acc, mask=mask)


@triton.jit
def kernel2(t0_ptr, out_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    mask = cols < n
    i = row * n + cols
    t0 = tl.load(t0_ptr + i, mask=mask)
    t = tl.exp(t0 - tl.max(tl.where(mask, t0, float("-inf")), axis=0))
    t = t / tl.sum(tl.where(mask, t, 0.0), axis=0)
    tl.store(out_ptr + i, t, mask=mask)


@triton.jit
def kernel3(x2_ptr, t1_ptr, out_ptr, M, N, num_K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    rn = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    z = tl.program_id(2)
    v0 = tl.zeros([BM, BN], dtype=tl.float32)
    for k in range(0, num_K, BK):
        rk = k + tl.arange(0, BK)
        t1 = tl.load(t1_ptr + (z * M + rm) * num_K + rk[None, :], mask=(rm < M) & (rk[None, :] < num_K), other=0.0)
        x2 = tl.load(x2_ptr + (z * num_K + rk[:, None]) * N + rn, mask=(rn < N) & (rk[:, None] < num_K), other=0.0)
        v0 += tl.dot(t1, x2, input_precision="ieee")
    mask = (rm < M) & (rn < N)
    i = (z * M + rm) * N + rn
    tl.store(out_ptr + i, v0, mask=mask)


def forward(Q, K, V):
    t0 = Q.new_empty((Q.shape[0], Q.shape[1], Q.shape[2], K.shape[2]))
    M, N, num_K = Q.shape[2], K.shape[2], Q.shape[-1]
    kernel1[(triton.cdiv(M, 16), triton.cdiv(N, 16), Q.shape[0] * Q.shape[1])](Q, K, t0, M, N, num_K, BM=16, BN=16, BK=16)
    t1 = Q.new_empty((Q.shape[0], Q.shape[1], Q.shape[2], K.shape[2]))
    n = K.shape[2]
    kernel2[(t0.numel() // n,)](t0, t1, n, BLOCK=triton.next_power_of_2(n))
    out = Q.new_empty((Q.shape[0], Q.shape[1], Q.shape[2], V.shape[-1]))
    N, num_K = V.shape[-1], K.shape[2]
    kernel3[(triton.cdiv(M, 16), triton.cdiv(N, 16), Q.shape[0] * Q.shape[1])](V, t1, out, M, N, num_K, BM=16, BN=16, BK=16)
    return out
