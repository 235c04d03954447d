# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def clip_kernel(x_ptr, limit_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    limit = tl.load(limit_ptr)
    if limit > 0.0:
        tl.store(x_ptr + offsets, tl.minimum(tl.load(x_ptr + offsets), limit))


clip_kernel[(1,)](torch.ones(64, device="cuda"), torch.empty(1, device="cuda"), BLOCK=64)
# EXPECT stderr
#| fail_unwritten_branch.py:10:13: error: a value read from uninitialised memory, 'limit_ptr' index 0, decides a branch in program (0, 0, 0) [uninitialised-read]
#|       limit = tl.load(limit_ptr)
#|               ^~~~~~~~~~~~~~~~~~
#| fail_unwritten_branch.py:11:5: note: it is used here
#|       if limit > 0.0:
#|       ^~~~~~~~~~~~~~~
#| note: memory from torch.empty holds no values until it is written; use torch.zeros or write it first
#| note: in program (0, 0, 0) of kernel 'clip_kernel', grid (1, 1, 1)
#| fail_unwritten_branch.py:15:1: note: launched here
#|   clip_kernel[(1,)](torch.ones(64, device="cuda"), torch.empty(1, device="cuda"), BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
