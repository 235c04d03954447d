# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def even_kernel(out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + 2 * offsets, offsets.to(tl.float32))


@triton.jit
def sum_kernel(x_ptr, total_ptr, BLOCK: tl.constexpr):
    tl.store(total_ptr, tl.sum(tl.load(x_ptr + tl.arange(0, BLOCK)), axis=0))


x = torch.empty(64, device="cuda")
total = torch.empty(1, device="cuda")
even_kernel[(1,)](x, BLOCK=32)
sum_kernel[(1,)](x, total, BLOCK=64)
# EXPECT stderr
#| fail_unwritten_rest.py:15:32: error: a value read from uninitialised memory, 'x_ptr' index 1, is stored to 'total_ptr' index 0 in program (0, 0, 0) [uninitialised-read]
#|       tl.store(total_ptr, tl.sum(tl.load(x_ptr + tl.arange(0, BLOCK)), axis=0))
#|                                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_unwritten_rest.py:15:5: note: it is used here
#|       tl.store(total_ptr, tl.sum(tl.load(x_ptr + tl.arange(0, BLOCK)), axis=0))
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: memory from torch.empty holds no values until it is written; use torch.zeros or write it first
#| note: in program (0, 0, 0) of kernel 'sum_kernel', grid (1, 1, 1)
#| fail_unwritten_rest.py:21:1: note: launched here
#|   sum_kernel[(1,)](x, total, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
