# RUN: tilewright run %s
"""Flash decoding: parts of the keys in parallel, merged by their log-sum-exp."""
import torch
import triton
import triton.language as tl


@triton.jit
def part_kernel(q_ptr, k_ptr, v_ptr, part_ptr, lse_ptr, T, PARTS: tl.constexpr, SIZE: tl.constexpr, D: tl.constexpr):
    head, part = tl.program_id(0), tl.program_id(1)
    d = tl.arange(0, D)
    n = part * SIZE + tl.arange(0, SIZE)
    index = head * T * D + n[:, None] * D + d[None, :]
    q = tl.load(q_ptr + head * D + d)
    k = tl.load(k_ptr + index, mask=n[:, None] < T, other=0.0)
    s = tl.where(n < T, tl.sum(q[None, :] * k, axis=1), float("-inf"))
    top = tl.max(s, axis=0)
    p = tl.exp(s - top)
    total = tl.sum(p, axis=0)
    v = tl.load(v_ptr + index, mask=n[:, None] < T, other=0.0)
    tl.store(part_ptr + (head * PARTS + part) * D + d, tl.sum(p[:, None] * v, axis=0) / total)
    tl.store(lse_ptr + head * PARTS + part, top + tl.log(total))


@triton.jit
def merge_kernel(part_ptr, lse_ptr, out_ptr, PARTS: tl.constexpr, D: tl.constexpr):
    head = tl.program_id(0)
    p, d = tl.arange(0, PARTS), tl.arange(0, D)
    lse = tl.load(lse_ptr + head * PARTS + p)
    weight = tl.exp(lse - tl.max(lse, axis=0))
    weight = weight / tl.sum(weight, axis=0)
    parts = tl.load(part_ptr + (head * PARTS + p[:, None]) * D + d[None, :])
    tl.store(out_ptr + head * D + d, tl.sum(parts * weight[:, None], axis=0))


torch.manual_seed(3)
H, T, D = 5, 100, 32
q, k, v = torch.randn(H, D), torch.randn(H, T, D), torch.randn(H, T, D)
part, lse, out = torch.empty(H, 4, D), torch.empty(H, 4), torch.empty(H, D)
part_kernel[(H, 4)](q, k, v, part, lse, T, PARTS=4, SIZE=32, D=D)
merge_kernel[(H,)](part, lse, out, PARTS=4, D=D)
weights = torch.einsum("hd,htd->ht", q, k).softmax(1)
torch.testing.assert_close(out, torch.einsum("ht,htd->hd", weights, v), rtol=1e-4, atol=1e-5)
print("four parts merge")
# EXPECT stdout
#| four parts merge
