# RUN: tilewright run %s
"""Mixture of experts: top-2 routing, sorted tokens, one product an expert."""
import torch
import triton
import triton.language as tl


@triton.jit
def route_kernel(logits_ptr, expert_ptr, weight_ptr, E, BE: tl.constexpr):
    token = tl.program_id(0)
    e = tl.arange(0, BE)
    logits = tl.load(logits_ptr + token * E + e, mask=e < E, other=float("-inf"))
    first = tl.argmax(logits, axis=0)
    high = tl.max(logits, axis=0)
    rest = tl.where(e == first, float("-inf"), logits)
    second = tl.argmax(rest, axis=0)
    ratio = tl.exp(tl.max(rest, axis=0) - high)
    tl.store(expert_ptr + token * 2, first)
    tl.store(expert_ptr + token * 2 + 1, second)
    tl.store(weight_ptr + token * 2, 1 / (1 + ratio))
    tl.store(weight_ptr + token * 2 + 1, ratio / (1 + ratio))


@triton.jit
def count_kernel(expert_ptr, count_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(count_ptr + tl.load(expert_ptr + i, mask=i < n, other=0), 1, mask=i < n)


@triton.jit
def place_kernel(expert_ptr, next_ptr, order_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    slot = tl.atomic_add(next_ptr + tl.load(expert_ptr + i, mask=i < n, other=0), 1, mask=i < n)
    tl.store(order_ptr + slot, i, mask=i < n)


@triton.jit
def expert_kernel(x_ptr, w_ptr, order_ptr, starts_ptr, weight_ptr, out_ptr, D: tl.constexpr, BM: tl.constexpr):
    expert = tl.program_id(0)
    begin, end = tl.load(starts_ptr + expert), tl.load(starts_ptr + expert + 1)
    d = tl.arange(0, D)
    w = tl.load(w_ptr + expert * D * D + d[:, None] * D + d[None, :])
    for start in range(begin, end, BM):
        row = start + tl.arange(0, BM)
        inside = row < end
        pair = tl.load(order_ptr + row, mask=inside, other=0)
        token = pair // 2
        x = tl.load(x_ptr + token[:, None] * D + d[None, :], mask=inside[:, None], other=0.0)
        y = tl.dot(x, w, input_precision="ieee") * tl.load(weight_ptr + pair, mask=inside, other=0.0)[:, None]
        tl.atomic_add(out_ptr + token[:, None] * D + d[None, :], y, mask=inside[:, None])


torch.manual_seed(0)
T, E, D = 40, 5, 16
x, logits, w = torch.randn(T, D), torch.randn(T, E), torch.randn(E, D, D)
expert, weight = torch.empty(T, 2, dtype=torch.int32), torch.empty(T, 2)
route_kernel[(T,)](logits, expert, weight, E, BE=8)
count = torch.zeros(E, dtype=torch.int32)
count_kernel[(2,)](expert, count, 2 * T, BLOCK=64)
starts = torch.zeros(E + 1, dtype=torch.int32)
starts[1:] = count.cumsum(0)
order = torch.empty(2 * T, dtype=torch.int32)
place_kernel[(2,)](expert, starts[:-1].clone(), order, 2 * T, BLOCK=64)
out = torch.zeros(T, D)
expert_kernel[(E,)](x, w, order, starts, weight, out, D=D, BM=16)
top = logits.topk(2, 1)
expected = torch.einsum("td,tkde,tk->te", x, w[top.indices], top.values.softmax(1))
assert torch.equal(expert.long(), top.indices)
torch.testing.assert_close(out, expected, rtol=1e-4, atol=1e-4)
print("tokens routed:", count.sum().item())
# EXPECT stdout
#| tokens routed: 80
