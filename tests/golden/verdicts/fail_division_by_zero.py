# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def mean_kernel(sum_ptr, count_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    total = tl.load(sum_ptr + offsets)
    count = tl.load(count_ptr + offsets)
    tl.store(out_ptr + offsets, total // count)


sums = torch.arange(16, dtype=torch.int32, device="cuda")
counts = torch.arange(16, dtype=torch.int32, device="cuda")
out = torch.empty(16, dtype=torch.int32, device="cuda")
mean_kernel[(1,)](sums, counts, out, BLOCK=16)
# EXPECT stderr
#| fail_division_by_zero.py:12:33: error: an integer is divided by zero, and the result is stored to 'out_ptr' index 0 in program (0, 0, 0) [division-by-zero]
#|       tl.store(out_ptr + offsets, total // count)
#|                                   ^~~~~~~~~~~~~~
#| fail_division_by_zero.py:12:5: note: it is used here
#|       tl.store(out_ptr + offsets, total // count)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: divide by tl.where(d == 0, 1, d), or mask the lanes
#| note: in program (0, 0, 0) of kernel 'mean_kernel', grid (1, 1, 1)
#| fail_division_by_zero.py:18:1: note: launched here
#|   mean_kernel[(1,)](sums, counts, out, BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
