# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def count_kernel(out_ptr, n, block):
    tl.store(out_ptr, tl.cdiv(n, block))


count_kernel[(1,)](torch.zeros(1, dtype=torch.int32, device="cuda"), 100, 0)
# EXPECT stderr
#| fail_cdiv_by_zero.py:9:23: error: an integer is divided by zero, and the result is stored to 'out_ptr' index 0 in program (0, 0, 0) [division-by-zero]
#|       tl.store(out_ptr, tl.cdiv(n, block))
#|                         ^~~~~~~~~~~~~~~~~
#| fail_cdiv_by_zero.py:9:5: note: it is used here
#|       tl.store(out_ptr, tl.cdiv(n, block))
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: divide by tl.where(d == 0, 1, d), or mask the lanes
#| note: in program (0, 0, 0) of kernel 'count_kernel', grid (1, 1, 1)
#| fail_cdiv_by_zero.py:12:1: note: launched here
#|   count_kernel[(1,)](torch.zeros(1, dtype=torch.int32, device="cuda"), 100, 0)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
