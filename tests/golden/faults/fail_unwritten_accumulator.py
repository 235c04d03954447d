# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def add_to_kernel(out_ptr, x_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    out = tl.load(out_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, out + tl.load(x_ptr + offsets, mask=mask), mask=mask)


x = torch.ones(500, device="cuda")
out = torch.empty_like(x)
add_to_kernel[(2,)](out, x, 500, BLOCK=256)
# EXPECT stderr
#| fail_unwritten_accumulator.py:11:11: error: a value read from uninitialised memory, 'out_ptr' index 0, is stored to 'out_ptr' index 0 in program (0, 0, 0) [uninitialised-read]
#|       out = tl.load(out_ptr + offsets, mask=mask)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_unwritten_accumulator.py:12:5: note: it is used here
#|       tl.store(out_ptr + offsets, out + tl.load(x_ptr + offsets, mask=mask), mask=mask)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: memory from torch.empty holds no values until it is written; use torch.zeros or write it first
#| note: in program (0, 0, 0) of kernel 'add_to_kernel', grid (2, 1, 1)
#| fail_unwritten_accumulator.py:17:1: note: launched here
#|   add_to_kernel[(2,)](out, x, 500, BLOCK=256)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
