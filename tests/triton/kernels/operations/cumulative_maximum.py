# RUN: tilewright run %s
"""cummax with indices along rows, carried from block to block."""
import torch
import triton
import triton.language as tl


@triton.jit
def later(value_a, index_a, value_b, index_b):
    take = value_b >= value_a
    return tl.where(take, value_b, value_a), tl.where(take, index_b, index_a)


@triton.jit
def cummax_kernel(x_ptr, out_ptr, index_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0) * N
    best, place = float("-inf"), 0
    for start in range(0, N, BLOCK):
        n = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row + n, mask=n < N, other=float("-inf"))
        value, index = tl.associative_scan((x, n), 0, later)
        take = value >= best
        value, index = tl.where(take, value, best), tl.where(take, index, place)
        tl.store(out_ptr + row + n, value, mask=n < N)
        tl.store(index_ptr + row + n, index, mask=n < N)
        best = tl.max(value, axis=0)
        place = tl.max(index, axis=0)


torch.manual_seed(3)
x = torch.randint(0, 100, (5, 60)).float()
out, index = torch.empty_like(x), torch.empty(5, 60, dtype=torch.int64)
cummax_kernel[(5,)](x, out, index, 60, BLOCK=16)
expected = x.cummax(1)
assert torch.equal(out, expected.values)
assert torch.equal(x.gather(1, index), expected.values)
print("running maxima hold")
# EXPECT stdout
#| running maxima hold
