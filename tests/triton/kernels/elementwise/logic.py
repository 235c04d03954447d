# RUN: tilewright run %s
"""Conditions combined, negated and chosen from."""
import torch
import triton
import triton.language as tl


@triton.jit
def logic_kernel(x_ptr, out_ptr, n, low, high, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0)
    inside = (x >= low) & (x <= high)
    outside = ~inside
    even = x % 2 == 0
    result = tl.where(inside, tl.where(even, x, -x), tl.where(outside & even, 1000, 2000))
    tl.store(out_ptr + i, result, mask=(i < n) & (i >= 0))
    count = tl.sum(inside.to(tl.int32), axis=0)
    if count > 3 and not low == high:
        tl.store(out_ptr + n, count)
    else:
        tl.store(out_ptr + n, -count)


x = torch.arange(40, dtype=torch.int32)
out = torch.empty(41, dtype=torch.int32)
logic_kernel[(1,)](x, out, 40, 10, 20, BLOCK=64)
inside, even = (x >= 10) & (x <= 20), x % 2 == 0
expected = torch.where(inside, torch.where(even, x, -x), torch.where(even, 1000, 2000))
assert torch.equal(out[:40], expected.int())
print(out[8:24].tolist(), out[40].item())
# EXPECT stdout
#| [1000, 2000, 10, -11, 12, -13, 14, -15, 16, -17, 18, -19, 20, 2000, 1000, 2000] 11
