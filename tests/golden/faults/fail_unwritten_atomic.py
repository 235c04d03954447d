# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x_ptr, total_ptr, BLOCK: tl.constexpr):
    x = tl.load(x_ptr + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))
    tl.atomic_add(total_ptr, tl.sum(x, axis=0))


x = torch.ones(512, device="cuda")
total = torch.empty(1, device="cuda")
sum_kernel[(2,)](x, total, BLOCK=256)
# EXPECT stderr
#| fail_unwritten_atomic.py:10:5: error: atomic add reads 'total_ptr' index 0, which was never written, in program (0, 0, 0) [uninitialised-read]
#|       tl.atomic_add(total_ptr, tl.sum(x, axis=0))
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: memory from torch.empty holds no values; use torch.zeros
#| note: in program (0, 0, 0) of kernel 'sum_kernel', grid (2, 1, 1)
#| fail_unwritten_atomic.py:15:1: note: launched here
#|   sum_kernel[(2,)](x, total, BLOCK=256)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
