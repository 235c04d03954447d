# RUN: tilewright run %s
"""Decoding over a paged cache: block tables, grouped heads, lengths by request."""
import torch
import triton
import triton.language as tl


@triton.jit
def decode_kernel(q_ptr, k_ptr, v_ptr, table_ptr, lengths_ptr, out_ptr, scale, PAGES, GROUP: tl.constexpr,
                  PAGE: tl.constexpr, D: tl.constexpr):
    request, head = tl.program_id(0), tl.program_id(1)
    d = tl.arange(0, D)
    q = tl.load(q_ptr + (request * tl.num_programs(1) + head) * D + d)
    kv_head, kv_heads = head // GROUP, tl.num_programs(1) // GROUP
    length = tl.load(lengths_ptr + request)
    top, total = float("-inf"), 0.0
    acc = tl.zeros((D,), dtype=tl.float32)
    for page in range(0, tl.cdiv(length, PAGE)):
        block = tl.load(table_ptr + request * PAGES + page)
        slot = tl.arange(0, PAGE)
        index = ((block * PAGE + slot[:, None]) * kv_heads + kv_head) * D + d[None, :]
        inside = page * PAGE + slot < length
        k = tl.load(k_ptr + index, mask=inside[:, None], other=0.0)
        v = tl.load(v_ptr + index, mask=inside[:, None], other=0.0)
        s = tl.where(inside, tl.sum(q[None, :] * k, axis=1) * scale, float("-inf"))
        new_top = tl.maximum(top, tl.max(s, axis=0))
        p = tl.exp(s - new_top)
        fade = tl.exp(top - new_top)
        total = total * fade + tl.sum(p, axis=0)
        acc = acc * fade + tl.sum(p[:, None] * v, axis=0)
        top = new_top
    tl.store(out_ptr + (request * tl.num_programs(1) + head) * D + d, acc / total)


torch.manual_seed(2)
R, H, KV, D, PAGE, BLOCKS = 3, 4, 2, 16, 8, 20
q = torch.randn(R, H, D)
k, v = torch.randn(2, BLOCKS, PAGE, KV, D)
lengths = torch.tensor([5, 24, 37], dtype=torch.int32)
table = torch.randperm(BLOCKS)[: R * 5].reshape(R, 5).int()
out = torch.empty_like(q)
decode_kernel[(R, H)](q, k, v, table, lengths, out, 0.25, 5, GROUP=2, PAGE=PAGE, D=D)
for r in range(R):
    rows = table[r].long()
    keys = k[rows].reshape(-1, KV, D)[: lengths[r]].repeat_interleave(2, 1)
    values = v[rows].reshape(-1, KV, D)[: lengths[r]].repeat_interleave(2, 1)
    weights = (torch.einsum("hd,thd->ht", q[r], keys) * 0.25).softmax(1)
    torch.testing.assert_close(out[r], torch.einsum("ht,thd->hd", weights, values), rtol=1e-4, atol=1e-5)
print("lengths", lengths.tolist())
# EXPECT stdout
#| lengths [5, 24, 37]
