# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def repeat_kernel(x_ptr, count_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets)
    for _ in range(tl.load(count_ptr)):
        x *= 2
    tl.store(x_ptr + offsets, x)


repeat_kernel[(1,)](torch.ones(64, device="cuda"), torch.empty(1, dtype=torch.int32, device="cuda"), BLOCK=64)
# EXPECT stderr
#| fail_unwritten_loop_bound.py:11:20: error: a value read from uninitialised memory, 'count_ptr' index 0, bounds a loop in program (0, 0, 0) [uninitialised-read]
#|       for _ in range(tl.load(count_ptr)):
#|                      ^~~~~~~~~~~~~~~~~~
#| fail_unwritten_loop_bound.py:11:5: note: it is used here
#|       for _ in range(tl.load(count_ptr)):
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: memory from torch.empty holds no values until it is written; use torch.zeros or write it first
#| note: in program (0, 0, 0) of kernel 'repeat_kernel', grid (1, 1, 1)
#| fail_unwritten_loop_bound.py:16:1: note: launched here
#|   repeat_kernel[(1,)](torch.ones(64, device="cuda"), torch.empty(1, dtype=torch.int32, device="cuda"), BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
