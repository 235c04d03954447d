# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def wrap_kernel(x_ptr, out_ptr, period, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets % period))


wrap_kernel[(1,)](torch.ones(16, device="cuda"), torch.empty(16, device="cuda"), 0, BLOCK=16)
# EXPECT stderr
#| fail_remainder_by_zero.py:10:49: error: an integer is divided by zero, and the result is used as an address in 'x_ptr' in program (0, 0, 0) [division-by-zero]
#|       tl.store(out_ptr + offsets, tl.load(x_ptr + offsets % period))
#|                                                   ^~~~~~~~~~~~~~~~
#| fail_remainder_by_zero.py:10:33: note: it is used here
#|       tl.store(out_ptr + offsets, tl.load(x_ptr + offsets % period))
#|                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: divide by tl.where(d == 0, 1, d), or mask the lanes
#| note: in program (0, 0, 0) of kernel 'wrap_kernel', grid (1, 1, 1)
#| fail_remainder_by_zero.py:13:1: note: launched here
#|   wrap_kernel[(1,)](torch.ones(16, device="cuda"), torch.empty(16, device="cuda"), 0, BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
