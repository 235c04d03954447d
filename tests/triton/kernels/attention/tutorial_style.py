# RUN: tilewright run %s
"""Causal attention in float16 as in the tutorial: exp2, stages, inner function."""
import torch
import triton
import triton.language as tl


@triton.jit
def inner(acc, l_i, m_i, q, k_ptrs, v_ptrs, scale, low, high, offs_m, offs_n, MASKED: tl.constexpr, BN: tl.constexpr,
          D: tl.constexpr):
    k_ptrs += low * D
    v_ptrs += low * D
    for start in tl.range(low, high, BN, num_stages=2):
        start = tl.multiple_of(start, BN)
        qk = tl.dot(q, tl.load(k_ptrs)) * scale
        if MASKED:
            qk += tl.where(offs_m[:, None] >= (start + offs_n[None, :]), 0, -1.0e6)
        m_ij = tl.maximum(m_i, tl.max(qk, 1))
        p = tl.math.exp2(qk - m_ij[:, None])
        alpha = tl.math.exp2(m_i - m_ij)
        l_i = l_i * alpha + tl.sum(p, 1)
        acc = tl.dot(p.to(tl.float16), tl.load(v_ptrs), acc * alpha[:, None])
        m_i = m_ij
        k_ptrs += BN * D
        v_ptrs += BN * D
    return acc, l_i, m_i


@triton.jit
def attention_kernel(Q, K, V, Out, sm_scale, T, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    start_m = tl.program_id(0)
    base = tl.program_id(1).to(tl.int64) * T * D
    offs_m, offs_n, offs_d = start_m * BM + tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, D)
    q = tl.load(Q + base + offs_m[:, None] * D + offs_d[None, :])
    k_ptrs = K + base + offs_n[None, :] * D + offs_d[:, None]
    v_ptrs = V + base + offs_n[:, None] * D + offs_d[None, :]
    m_i = tl.zeros([BM], dtype=tl.float32) - float("inf")
    l_i = tl.zeros([BM], dtype=tl.float32) + 1.0
    acc = tl.zeros([BM, D], dtype=tl.float32)
    scale = sm_scale * 1.44269504
    acc, l_i, m_i = inner(acc, l_i, m_i, q, k_ptrs, v_ptrs, scale, 0, start_m * BM, offs_m, offs_n, False, BN, D)
    acc, l_i, m_i = inner(acc, l_i, m_i, q, k_ptrs, v_ptrs, scale, start_m * BM, (start_m + 1) * BM, offs_m, offs_n, True, BN, D)
    acc = acc / l_i[:, None]
    tl.store(Out + base + offs_m[:, None] * D + offs_d[None, :], acc.to(Out.type.element_ty))


torch.manual_seed(6)
q, k, v = torch.randn(3, 2, 2, 64, 32).half()
out = torch.empty_like(q)
attention_kernel[(2, 4, 1)](q, k, v, out, 0.3, 64, BM=32, BN=16, D=32, num_warps=4, num_stages=3)
scores = (q.float() @ k.float().transpose(2, 3) * 0.3).masked_fill(torch.ones(64, 64).triu(1).bool(), float("-inf"))
torch.testing.assert_close(out.float(), scores.softmax(3) @ v.float(), rtol=1e-2, atol=1e-2)
print(tuple(out.shape), out.dtype)
# EXPECT stdout
#| (2, 2, 64, 32) torch.float16
