# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def smooth_kernel(x_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    right = tl.load(x_ptr + offsets + 1, mask=offsets + 1 < n, other=0.0)
    x = tl.load(x_ptr + offsets, mask=mask)
    tl.store(x_ptr + offsets, 0.5 * (x + right), mask=mask)


x = torch.arange(256, dtype=torch.float32, device="cuda")
smooth_kernel[(4,)](x, 256, BLOCK=64)
# EXPECT stderr
#| fail_race_in_place_stencil.py:13:5: error: race: 'x_ptr' index 64 is written by program (1, 0, 0) and read by other programs [race]
#|       tl.store(x_ptr + offsets, 0.5 * (x + right), mask=mask)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: programs of one launch run in any order; give each its own elements, use atomics, or launch twice
#| note: in program (1, 0, 0) of kernel 'smooth_kernel', grid (4, 1, 1)
#| fail_race_in_place_stencil.py:17:1: note: launched here
#|   smooth_kernel[(4,)](x, 256, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
