# RUN: tilewright run --strict %s
import torch
import triton
import triton.language as tl


@triton.jit
def row_max_kernel(x_ptr, out_ptr, columns, BLOCK: tl.constexpr):
    row, offsets = tl.program_id(0), tl.arange(0, BLOCK)
    inside = offsets < columns
    x = tl.load(x_ptr + row * columns + offsets, mask=inside)
    tl.store(out_ptr + row, tl.max(tl.where(inside, x, float("-inf")), axis=0))


x = -torch.ones(2, 48, device="cuda")
out = torch.empty(2, device="cuda")
row_max_kernel[(2,)](x, out, 48, BLOCK=64)
print(out.tolist())
# EXPECT stdout
#| [-1.0, -1.0]
