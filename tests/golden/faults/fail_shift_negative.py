# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, out_ptr, by, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets)
    tl.store(out_ptr + offsets, x << (by - 8))


scale_kernel[(1,)](torch.ones(16, dtype=torch.int64, device="cuda"), torch.zeros(16, dtype=torch.int64, device="cuda"), 3, BLOCK=16)
# EXPECT stderr
#| fail_shift_negative.py:11:33: error: int64 is shifted by its width or more, or by a negative count, and the result is stored to 'out_ptr' index 0 in program (0, 0, 0) [integer-overflow]
#|       tl.store(out_ptr + offsets, x << (by - 8))
#|                                   ^~~~~~~~~~~~~
#| fail_shift_negative.py:11:5: note: it is used here
#|       tl.store(out_ptr + offsets, x << (by - 8))
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: chips differ in what they make of it; choose with tl.where(count < width, x << count, 0)
#| note: in program (0, 0, 0) of kernel 'scale_kernel', grid (1, 1, 1)
#| fail_shift_negative.py:14:1: note: launched here
#|   scale_kernel[(1,)](torch.ones(16, dtype=torch.int64, device="cuda"), torch.zeros(16, dtype=torch.int64, device="cuda"), 3, BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
