# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def jump_kernel(x_ptr, at_ptr, out_ptr):
    at = tl.load(at_ptr)
    tl.store(out_ptr, tl.load(x_ptr + at))


x = torch.ones(16, device="cuda")
at = torch.tensor([1 << 60], device="cuda")
jump_kernel[(1,)](x, at, torch.zeros(1, device="cuda"))
# EXPECT stderr
#| fail_bounds_far_pointer.py:10:23: error: load through a pointer made from 'x_ptr' that is far outside every tensor in program (0, 0, 0) [out-of-bounds]
#|       tl.store(out_ptr, tl.load(x_ptr + at))
#|                         ^~~~~~~~~~~~~~~~~~~
#| note: an offset overflowed or came from wrong arithmetic
#| note: in program (0, 0, 0) of kernel 'jump_kernel', grid (1, 1, 1)
#| fail_bounds_far_pointer.py:15:1: note: launched here
#|   jump_kernel[(1,)](x, at, torch.zeros(1, device="cuda"))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
