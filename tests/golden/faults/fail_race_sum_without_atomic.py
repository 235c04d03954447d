# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x_ptr, total_ptr, BLOCK: tl.constexpr):
    x = tl.load(x_ptr + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))
    tl.store(total_ptr, tl.load(total_ptr) + tl.sum(x, axis=0))


x = torch.ones(512, device="cuda")
total = torch.zeros(1, device="cuda")
sum_kernel[(2,)](x, total, BLOCK=256)
# EXPECT stderr
#| fail_race_sum_without_atomic.py:10:25: error: race: 'total_ptr' index 0 is read by program (1, 0, 0) and written by program (0, 0, 0) [race]
#|       tl.store(total_ptr, tl.load(total_ptr) + tl.sum(x, axis=0))
#|                           ^~~~~~~~~~~~~~~~~~
#| fail_race_sum_without_atomic.py:10:5: note: it is written by program (0, 0, 0) here
#|       tl.store(total_ptr, tl.load(total_ptr) + tl.sum(x, axis=0))
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: programs of one launch run in any order; give each its own elements, use atomics, or launch twice
#| note: in program (1, 0, 0) of kernel 'sum_kernel', grid (2, 1, 1)
#| fail_race_sum_without_atomic.py:15:1: note: launched here
#|   sum_kernel[(2,)](x, total, BLOCK=256)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
