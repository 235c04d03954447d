# RUN: tilewright run %s
"""Packed sequences of several lengths, found through their starts."""
import torch
import triton
import triton.language as tl


@triton.jit
def varlen_kernel(q_ptr, k_ptr, v_ptr, starts_ptr, out_ptr, D: tl.constexpr, BLOCK: tl.constexpr):
    first = tl.load(starts_ptr + tl.program_id(0))
    length = tl.load(starts_ptr + tl.program_id(0) + 1) - first
    m = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    if tl.program_id(1) * BLOCK >= length:
        return
    d, n = tl.arange(0, D), tl.arange(0, 2 * BLOCK)
    q = tl.load(q_ptr + (first + m[:, None]) * D + d[None, :], mask=m[:, None] < length, other=0.0)
    k = tl.load(k_ptr + (first + n[:, None]) * D + d[None, :], mask=n[:, None] < length, other=0.0)
    v = tl.load(v_ptr + (first + n[:, None]) * D + d[None, :], mask=n[:, None] < length, other=0.0)
    s = tl.dot(q, tl.trans(k), input_precision="ieee")
    s = tl.where(n[None, :] < length, s, float("-inf"))
    p = tl.exp(s - tl.max(s, axis=1, keep_dims=True))
    p = p / tl.sum(p, axis=1, keep_dims=True)
    tl.store(out_ptr + (first + m[:, None]) * D + d[None, :], tl.dot(p, v, input_precision="ieee"), mask=m[:, None] < length)


torch.manual_seed(4)
lengths = [7, 32, 1, 20]
starts = torch.tensor([0] + lengths).cumsum(0).int()
q, k, v = torch.randn(3, sum(lengths), 16)
out = torch.empty_like(q)
varlen_kernel[(4, 2)](q, k, v, starts, out, D=16, BLOCK=16)
for begin, end in zip(starts[:-1].tolist(), starts[1:].tolist()):
    expected = (q[begin:end] @ k[begin:end].t()).softmax(1) @ v[begin:end]
    torch.testing.assert_close(out[begin:end], expected, rtol=1e-4, atol=1e-5)
print("sequences", lengths)
# EXPECT stdout
#| sequences [7, 32, 1, 20]
