# RUN: tilewright run %s
# NOT IN INTERPRETER: a grid must be a tuple
"""Grids of one to three axes, given as tuples, lists and functions."""
import torch
import triton
import triton.language as tl


@triton.jit
def grid_kernel(out_ptr, BLOCK: tl.constexpr):
    x, y, z = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    place = (z * tl.num_programs(1) + y) * tl.num_programs(0) + x
    tl.store(out_ptr + place, x + 10 * y + 100 * z + BLOCK)


for grid in ((3,), (3, 2), (3, 2, 4), [3, 2], lambda meta: (meta["BLOCK"] // 1000, 2)):
    out = torch.full((24,), -1, dtype=torch.int32)
    grid_kernel[grid](out, BLOCK=3000)
    print((out >= 0).sum().item(), out.max().item())
# EXPECT stdout
#| 3 3002
#| 6 3012
#| 24 3312
#| 6 3012
#| 6 3012
