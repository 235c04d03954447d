# RUN: tilewright run %s
"""any, all and counts of nonzero along rows with reductions of this file."""
import torch
import triton
import triton.language as tl


@triton.jit
def either(a, b):
    return a or b


@triton.jit
def both(a, b):
    return a and b


@triton.jit
def rows_kernel(x_ptr, any_ptr, all_ptr, count_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    n = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * N + n, mask=n < N, other=0)
    set_lanes = x != 0
    tl.store(any_ptr + row, tl.reduce(set_lanes, 0, either))
    tl.store(all_ptr + row, tl.reduce(set_lanes | (n >= N), 0, both))
    tl.store(count_ptr + row, tl.sum(set_lanes.to(tl.int32), axis=0))


x = torch.tensor([[0, 0, 0], [1, 0, 2], [3, 4, 5]])
some, every = torch.empty(3, dtype=torch.bool), torch.empty(3, dtype=torch.bool)
count = torch.empty(3, dtype=torch.int32)
rows_kernel[(3,)](x, some, every, count, 3, BLOCK=4)
print(some.tolist(), every.tolist(), count.tolist())
assert torch.equal(some, x.any(1)) and torch.equal(every, x.all(1))
# EXPECT stdout
#| [False, True, True] [False, False, True] [0, 2, 3]
