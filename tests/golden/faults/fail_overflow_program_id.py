# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def fill_kernel(out_ptr, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + row * stride + offsets, 0.0, mask=row > 2)


out = torch.zeros(64, device="cuda")
fill_kernel[(4,)](out, 1 << 30, BLOCK=16)
# EXPECT stderr
#| fail_overflow_program_id.py:11:24: error: int32 arithmetic wraps here, and the result is used as an address, 'out_ptr' index -1073741824, in program (3, 0, 0) [integer-overflow]
#|       tl.store(out_ptr + row * stride + offsets, 0.0, mask=row > 2)
#|                          ^~~~~~~~~~~~
#| fail_overflow_program_id.py:11:5: note: it is used here
#|       tl.store(out_ptr + row * stride + offsets, 0.0, mask=row > 2)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: compute offsets in int64: tl.program_id(0).to(tl.int64), or index.to(tl.int64) * stride
#| note: in program (3, 0, 0) of kernel 'fill_kernel', grid (4, 1, 1)
#| fail_overflow_program_id.py:15:1: note: launched here
#|   fill_kernel[(4,)](out, 1 << 30, BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
