# RUN: tilewright run %s
"""Masks, other, and lanes that no mask touches."""
import torch
import triton
import triton.language as tl


@triton.jit
def mask_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    x = tl.load(x_ptr + i, mask=mask, other=-1.0)
    every_third = i % 3 == 0
    y = tl.load(x_ptr + i, mask & every_third, 7.0)
    tl.store(out_ptr + i, x + y)
    tl.store(out_ptr + i, 0.0, mask=(i % 5 == 0) & mask)


n = 50
x = torch.arange(50.0)
out = torch.empty(64)
mask_kernel[(4,)](x, out, n, BLOCK=16)
i = torch.arange(64)
padded = torch.cat([x, torch.full((14,), -1.0)])
expected = padded + torch.where((i < 50) & (i % 3 == 0), padded, 7.0)
expected[(i % 5 == 0) & (i < 50)] = 0
assert torch.equal(out, expected)
print(out[45:55].tolist())
# EXPECT stdout
#| [0.0, 53.0, 54.0, 96.0, 56.0, 6.0, 6.0, 6.0, 6.0, 6.0]
