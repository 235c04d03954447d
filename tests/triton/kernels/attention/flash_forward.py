# RUN: tilewright run %s
"""Flash attention, causal and not, ragged lengths, with the log-sum-exp kept."""
import torch
import triton
import triton.language as tl


@triton.jit
def attention_kernel(q_ptr, k_ptr, v_ptr, out_ptr, lse_ptr, scale, T, CAUSAL: tl.constexpr, BM: tl.constexpr,
                     BN: tl.constexpr, D: tl.constexpr):
    head = tl.program_id(1) * T * D
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    d = tl.arange(0, D)
    q = tl.load(q_ptr + head + m[:, None] * D + d[None, :], mask=m[:, None] < T, other=0.0)
    top = tl.full((BM,), float("-inf"), dtype=tl.float32)
    total = tl.zeros((BM,), dtype=tl.float32)
    acc = tl.zeros((BM, D), dtype=tl.float32)
    end = min((tl.program_id(0) + 1) * BM, T) if CAUSAL else T
    for start in range(0, end, BN):
        n = start + tl.arange(0, BN)
        k = tl.load(k_ptr + head + n[None, :] * D + d[:, None], mask=n[None, :] < T, other=0.0)
        v = tl.load(v_ptr + head + n[:, None] * D + d[None, :], mask=n[:, None] < T, other=0.0)
        s = tl.dot(q, k, input_precision="ieee") * scale
        keep = n[None, :] < T
        if CAUSAL:
            keep = keep & (m[:, None] >= n[None, :])
        s = tl.where(keep, s, float("-inf"))
        new_top = tl.maximum(top, tl.max(s, axis=1))
        p = tl.exp(s - new_top[:, None])
        fade = tl.exp(top - new_top)
        total = total * fade + tl.sum(p, axis=1)
        acc = tl.dot(p, v, acc * fade[:, None], input_precision="ieee")
        top = new_top
    tl.store(out_ptr + head + m[:, None] * D + d[None, :], acc / total[:, None], mask=m[:, None] < T)
    tl.store(lse_ptr + tl.program_id(1) * T + m, top + tl.log(total), mask=m < T)


torch.manual_seed(0)
q, k, v = torch.randn(3, 2, 3, 50, 16)
for causal in (False, True):
    out, lse = torch.empty_like(q), torch.empty(2, 3, 50)
    attention_kernel[(triton.cdiv(50, 16), 6)](q, k, v, out, lse, 0.25, 50, CAUSAL=causal, BM=16, BN=16, D=16)
    scores = q @ k.transpose(2, 3) * 0.25
    if causal:
        scores = scores.masked_fill(torch.ones(50, 50).triu(1).bool(), float("-inf"))
    torch.testing.assert_close(out, scores.softmax(3) @ v, rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(lse, scores.logsumexp(3), rtol=1e-4, atol=1e-5)
    print("causal" if causal else "full", "attention holds")
# EXPECT stdout
#| full attention holds
#| causal attention holds
