# RUN: tilewright run %s
"""Tensors of several widths side by side, one program a row and source."""
import torch
import triton
import triton.language as tl


@triton.jit
def place_kernel(x_ptr, out_ptr, width, total, first, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    n = tl.arange(0, BLOCK)
    tl.store(out_ptr + row * total + first + n, tl.load(x_ptr + row * width + n, mask=n < width), mask=n < width)


parts = [torch.randn(6, width) for width in (3, 17, 8)]
total = sum(part.shape[1] for part in parts)
out = torch.empty(6, total)
first = 0
for part in parts:
    place_kernel[(6,)](part, out, part.shape[1], total, first, BLOCK=triton.next_power_of_2(part.shape[1]))
    first += part.shape[1]
assert torch.equal(out, torch.cat(parts, 1))
print(tuple(out.shape))
# EXPECT stdout
#| (6, 28)
