# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def unpack_kernel(packed_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    word = tl.load(packed_ptr)
    tl.store(out_ptr + offsets, (word >> (offsets * 4)) & 15)


unpack_kernel[(1,)](torch.ones(1, dtype=torch.int32, device="cuda"), torch.zeros(16, dtype=torch.int32, device="cuda"), BLOCK=16)
# EXPECT stderr
#| fail_shift_too_wide.py:11:34: error: int32 is shifted by its width or more, or by a negative count, and the result is stored to 'out_ptr' index 8 in program (0, 0, 0) [integer-overflow]
#|       tl.store(out_ptr + offsets, (word >> (offsets * 4)) & 15)
#|                                    ^~~~~~~~~~~~~~~~~~~~~
#| fail_shift_too_wide.py:11:5: note: it is used here
#|       tl.store(out_ptr + offsets, (word >> (offsets * 4)) & 15)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: chips differ in what they make of it; choose with tl.where(count < width, x << count, 0)
#| note: in program (0, 0, 0) of kernel 'unpack_kernel', grid (1, 1, 1)
#| fail_shift_too_wide.py:14:1: note: launched here
#|   unpack_kernel[(1,)](torch.ones(1, dtype=torch.int32, device="cuda"), torch.zeros(16, dtype=torch.int32, device="cuda"), BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
