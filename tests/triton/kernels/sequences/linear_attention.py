# RUN: tilewright run %s
"""Causal linear attention in chunks: within by products, across by a state."""
import torch
import triton
import triton.language as tl


@triton.jit
def chunk_kernel(q_ptr, k_ptr, v_ptr, out_ptr, T, D: tl.constexpr, C: tl.constexpr):
    head = tl.program_id(0) * T * D
    c, d = tl.arange(0, C), tl.arange(0, D)
    state = tl.zeros((D, D), dtype=tl.float32)
    for start in range(0, T, C):
        index = head + (start + c[:, None]) * D + d[None, :]
        q, k, v = tl.load(q_ptr + index), tl.load(k_ptr + index), tl.load(v_ptr + index)
        scores = tl.dot(q, tl.trans(k), input_precision="ieee")
        scores = tl.where(c[:, None] >= c[None, :], scores, 0.0)
        out = tl.dot(scores, v, input_precision="ieee")
        out = tl.dot(q, state, out, input_precision="ieee")
        state = tl.dot(tl.trans(k), v, state, input_precision="ieee")
        tl.store(out_ptr + index, out)


torch.manual_seed(2)
q, k, v = torch.randn(3, 2, 64, 16)
out = torch.empty_like(q)
chunk_kernel[(2,)](q, k, v, out, 64, D=16, C=16)
expected = (q @ k.transpose(1, 2)).tril() @ v
torch.testing.assert_close(out, expected, rtol=1e-4, atol=1e-3)
print("four chunks")
# EXPECT stdout
#| four chunks
