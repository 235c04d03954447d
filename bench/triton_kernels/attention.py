"""Flash attention, forward, batch 2, 4 heads, 512 positions, head size 64."""
import math

import torch
import triton
import triton.language as tl

from timing import report


@triton.jit
def attention_kernel(q_ptr, k_ptr, v_ptr, out_ptr, scale, length, HEAD: tl.constexpr, BLOCK_M: tl.constexpr,
                     BLOCK_N: tl.constexpr, CAUSAL: tl.constexpr):
    start_m = tl.program_id(0)
    base = tl.program_id(1) * length * HEAD
    offs_m = start_m * BLOCK_M + tl.arange(0, BLOCK_M)
    offs_n = tl.arange(0, BLOCK_N)
    offs_d = tl.arange(0, HEAD)
    q = tl.load(q_ptr + base + offs_m[:, None] * HEAD + offs_d[None, :])
    m_i = tl.full((BLOCK_M,), -float("inf"), dtype=tl.float32)
    l_i = tl.zeros((BLOCK_M,), dtype=tl.float32)
    acc = tl.zeros((BLOCK_M, HEAD), dtype=tl.float32)
    end = (start_m + 1) * BLOCK_M if CAUSAL else length
    for start_n in range(0, end, BLOCK_N):
        k = tl.load(k_ptr + base + (start_n + offs_n)[None, :] * HEAD + offs_d[:, None])
        scores = tl.dot(q, k, input_precision="ieee") * scale
        if CAUSAL:
            scores = tl.where(offs_m[:, None] >= (start_n + offs_n)[None, :], scores, -float("inf"))
        m_new = tl.maximum(m_i, tl.max(scores, 1))
        p = tl.exp(scores - m_new[:, None])
        alpha = tl.exp(m_i - m_new)
        l_i = l_i * alpha + tl.sum(p, 1)
        v = tl.load(v_ptr + base + (start_n + offs_n)[:, None] * HEAD + offs_d[None, :])
        acc = acc * alpha[:, None] + tl.dot(p.to(v.dtype), v, input_precision="ieee")
        m_i = m_new
    acc = acc / l_i[:, None]
    tl.store(out_ptr + base + offs_m[:, None] * HEAD + offs_d[None, :], acc.to(out_ptr.dtype.element_ty))


def run(name, dtype, causal):
    batch, heads, length, head = 2, 4, 512, 64
    q, k, v = [torch.randn(batch, heads, length, head).to(dtype) for _ in range(3)]
    out = torch.empty_like(q)
    block_m, block_n = 64, 64

    def launch():
        attention_kernel[(length // block_m, batch * heads)](q, k, v, out, 1 / math.sqrt(head), length, HEAD=head,
                                                             BLOCK_M=block_m, BLOCK_N=block_n, CAUSAL=causal)

    def check():
        expected = torch.nn.functional.scaled_dot_product_attention(q.float(), k.float(), v.float(), is_causal=causal)
        tolerance = 2e-2 if dtype == torch.bfloat16 else 1e-3
        assert torch.allclose(out.float(), expected, rtol=tolerance, atol=tolerance)

    report(name, launch, check)


run("attention", torch.float32, False)
run("attention-causal", torch.float32, True)
run("attention-bf16", torch.bfloat16, False)
