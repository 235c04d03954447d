# RUN: tilewright run --fuel 20000000 %s
import torch
import triton
import triton.language as tl


@triton.jit
def search_kernel(out_ptr, n):
    i = 0
    while i != n:
        i += 2
    tl.store(out_ptr, i)


search_kernel[(1,)](torch.zeros(1, dtype=torch.int32, device="cuda"), 37)
# EXPECT stderr
#| fail_endless_loop_wandering.py:10:11: error: the fuel of 20000000 steps is used up in this loop, in program (0, 0, 0) [fuel-exhausted]
#|       while i != n:
#|             ^~~~~~
#| fail_endless_loop_wandering.py:10:11: note: it compares 6684870 with 37 here
#|       while i != n:
#|             ^~~~~~
#| note: in program (0, 0, 0) of kernel 'search_kernel', grid (1, 1, 1)
#| fail_endless_loop_wandering.py:15:1: note: launched here
#|   search_kernel[(1,)](torch.zeros(1, dtype=torch.int32, device="cuda"), 37)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
