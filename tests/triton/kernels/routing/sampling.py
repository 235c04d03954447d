# RUN: tilewright run %s
"""Sampling from logits: temperature, top-p by sorting, the inverse of the running sum."""
import torch
import triton
import triton.language as tl


@triton.jit
def sample_kernel(logits_ptr, seeds_ptr, out_ptr, temperature, top_p, V, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    v = tl.arange(0, BLOCK)
    logits = tl.load(logits_ptr + row * V + v, mask=v < V, other=float("-inf")) / temperature
    p = tl.exp(logits - tl.max(logits, axis=0))
    p = p / tl.sum(p, axis=0)
    ordered = tl.sort(p, descending=True)
    before = tl.cumsum(ordered, axis=0) - ordered
    least = tl.min(tl.where(before < top_p, ordered, 1.0), axis=0)
    p = tl.where(p >= least, p, 0.0)
    p = p / tl.sum(p, axis=0)
    uniform = tl.rand(tl.load(seeds_ptr + row), row)
    chosen = tl.sum((tl.cumsum(p, axis=0) <= uniform).to(tl.int32), axis=0)
    tl.store(out_ptr + row, tl.minimum(chosen, V - 1))


torch.manual_seed(3)
logits = torch.tensor([3.0, 2.0, 1.0, 0.0, -1.0, -2.0]).expand(400, 6).contiguous()
seeds = torch.arange(400)
out = torch.empty(400, dtype=torch.int32)
sample_kernel[(400,)](logits, seeds, out, 1.0, 0.9, 6, BLOCK=8)
share = torch.bincount(out, minlength=6) / 400
p = torch.tensor([3.0, 2.0, 1.0]).softmax(0)
assert (share[:3] - p).abs().max() < 0.08 and share[3:].sum() == 0
print("tokens drawn:", sorted(set(out.tolist())))
# EXPECT stdout
#| tokens drawn: [0, 1, 2]
