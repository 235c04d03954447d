# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def halve_kernel(out_ptr, n):
    steps = 0
    left = n
    while left > 0:
        left = left - left // 2 * 2 + left // 2
        steps += 1
    tl.store(out_ptr, steps)


halve_kernel[(1,)](torch.zeros(1, dtype=torch.int32, device="cuda"), 37)
# EXPECT stderr
#| fail_endless_loop.py:11:11: error: this loop never ends: its test stays true in program (0, 0, 0) [fuel-exhausted]
#|       while left > 0:
#|             ^~~~~~~~
#| fail_endless_loop.py:11:11: note: it compares 1 with 0 here
#|       while left > 0:
#|             ^~~~~~~~
#| note: a turn changes nothing that this comes from: does the loop lack a step?
#| note: in program (0, 0, 0) of kernel 'halve_kernel', grid (1, 1, 1)
#| fail_endless_loop.py:17:1: note: launched here
#|   halve_kernel[(1,)](torch.zeros(1, dtype=torch.int32, device="cuda"), 37)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
