# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def row_kernel(x_ptr, row, stride, out_ptr, BLOCK: tl.constexpr):
    start = (row.to(tl.int64) * stride).to(tl.int32)
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.load(x_ptr + start + offsets))


row_kernel[(1,)](torch.ones(64, device="cuda"), 3, 1 << 31, torch.empty(16, device="cuda"), BLOCK=16)
# EXPECT stderr
#| fail_overflow_cast.py:9:13: error: a wider integer does not fit int32 here, and the result is used as an address, 'x_ptr' index -2147483648, in program (0, 0, 0) [integer-overflow]
#|       start = (row.to(tl.int64) * stride).to(tl.int32)
#|               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_overflow_cast.py:11:33: note: it is used here
#|       tl.store(out_ptr + offsets, tl.load(x_ptr + start + offsets))
#|                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: compute offsets in int64: tl.program_id(0).to(tl.int64), or index.to(tl.int64) * stride
#| note: in program (0, 0, 0) of kernel 'row_kernel', grid (1, 1, 1)
#| fail_overflow_cast.py:14:1: note: launched here
#|   row_kernel[(1,)](torch.ones(64, device="cuda"), 3, 1 << 31, torch.empty(16, device="cuda"), BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
