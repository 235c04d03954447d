# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def histogram_kernel(x_ptr, count_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    bins = tl.load(x_ptr + offsets, mask=mask, other=0)
    tl.atomic_add(count_ptr + bins, 1, mask=mask)


x = torch.tensor([0, 3, 7, 8] * 16, dtype=torch.int32, device="cuda")
count = torch.zeros(8, dtype=torch.int32, device="cuda")
histogram_kernel[(1,)](x, count, 64, BLOCK=64)
# EXPECT stderr
#| fail_bounds_atomic.py:12:5: error: atomic out of bounds: 'count_ptr' index 8 (valid: 0..7) in program (0, 0, 0) [out-of-bounds]
#|       tl.atomic_add(count_ptr + bins, 1, mask=mask)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: 'count_ptr' is a tensor of shape [8] and dtype int32
#| note: lane 3 of the block's 64
#| note: in program (0, 0, 0) of kernel 'histogram_kernel', grid (1, 1, 1)
#| fail_bounds_atomic.py:17:1: note: launched here
#|   histogram_kernel[(1,)](x, count, 64, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
