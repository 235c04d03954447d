# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def gather_kernel(x_ptr, index_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    index = tl.load(index_ptr + offsets)  # int8
    tl.store(out_ptr + offsets, tl.load(x_ptr + index * 4))


x = torch.ones(512, device="cuda")
index = torch.tensor([0, 31, 32, 5] * 4, dtype=torch.int8, device="cuda")
gather_kernel[(1,)](x, index, torch.empty(16, device="cuda"), BLOCK=16)
# EXPECT stderr
#| fail_overflow_narrow.py:11:49: error: int8 arithmetic wraps here, and the result is used as an address, 'x_ptr' index -128, in program (0, 0, 0) [integer-overflow]
#|       tl.store(out_ptr + offsets, tl.load(x_ptr + index * 4))
#|                                                   ^~~~~~~~~
#| fail_overflow_narrow.py:11:33: note: it is used here
#|       tl.store(out_ptr + offsets, tl.load(x_ptr + index * 4))
#|                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: compute offsets in int64: tl.program_id(0).to(tl.int64), or index.to(tl.int64) * stride
#| note: in program (0, 0, 0) of kernel 'gather_kernel', grid (1, 1, 1)
#| fail_overflow_narrow.py:16:1: note: launched here
#|   gather_kernel[(1,)](x, index, torch.empty(16, device="cuda"), BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
