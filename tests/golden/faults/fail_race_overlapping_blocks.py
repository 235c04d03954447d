# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def fill_kernel(out_ptr, n, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    offsets = pid * (BLOCK // 2) + tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, pid.to(tl.float32), mask=offsets < n)


out = torch.zeros(256, device="cuda")
fill_kernel[(4,)](out, 256, BLOCK=64)
# EXPECT stderr
#| fail_race_overlapping_blocks.py:11:5: error: race: 'out_ptr' index 32 is written by program (1, 0, 0) and written by program (0, 0, 0) [race]
#|       tl.store(out_ptr + offsets, pid.to(tl.float32), mask=offsets < n)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: programs of one launch run in any order; give each its own elements, use atomics, or launch twice
#| note: in program (1, 0, 0) of kernel 'fill_kernel', grid (4, 1, 1)
#| fail_race_overlapping_blocks.py:15:1: note: launched here
#|   fill_kernel[(4,)](out, 256, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
