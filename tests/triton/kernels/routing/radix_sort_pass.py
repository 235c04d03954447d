# RUN: tilewright run %s
"""One pass of a radix sort: counts by digit, offsets, stable places."""
import torch
import triton
import triton.language as tl


@triton.jit
def rank_kernel(x_ptr, out_ptr, SHIFT: tl.constexpr, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    digit = (x >> SHIFT) & 3
    place = tl.zeros((N,), dtype=tl.int32)
    first = 0
    for d in tl.static_range(4):
        here = (digit == d).to(tl.int32)
        place += here * (first + tl.cumsum(here, axis=0) - 1)
        first += tl.sum(here, axis=0)
    tl.store(out_ptr + place, x)


torch.manual_seed(4)
x = torch.randint(0, 256, (128,), dtype=torch.int32)
expected = x.sort().values
for shift in (0, 2, 4, 6):
    out = torch.empty_like(x)
    rank_kernel[(1,)](x, out, SHIFT=shift, N=128)
    x = out
assert torch.equal(x, expected)
print("four passes sort")
# EXPECT stdout
#| four passes sort
