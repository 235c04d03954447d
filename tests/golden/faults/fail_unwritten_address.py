# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def gather_kernel(x_ptr, index_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.load(x_ptr + tl.load(index_ptr + offsets)))


x = torch.ones(64, device="cuda")
index = torch.empty(64, dtype=torch.int32, device="cuda")
gather_kernel[(1,)](x, index, torch.empty_like(x), BLOCK=64)
# EXPECT stderr
#| fail_unwritten_address.py:10:49: error: a value read from uninitialised memory, 'index_ptr' index 0, is used as an address in 'x_ptr' in program (0, 0, 0) [uninitialised-read]
#|       tl.store(out_ptr + offsets, tl.load(x_ptr + tl.load(index_ptr + offsets)))
#|                                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_unwritten_address.py:10:33: note: it is used here
#|       tl.store(out_ptr + offsets, tl.load(x_ptr + tl.load(index_ptr + offsets)))
#|                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: memory from torch.empty holds no values until it is written; use torch.zeros or write it first
#| note: in program (0, 0, 0) of kernel 'gather_kernel', grid (1, 1, 1)
#| fail_unwritten_address.py:15:1: note: launched here
#|   gather_kernel[(1,)](x, index, torch.empty_like(x), BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
