# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def difference_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets)
    before = tl.load(x_ptr + offsets - 1)
    tl.store(out_ptr + offsets, x - before)


x = torch.ones(64, device="cuda")
out = torch.empty_like(x)
difference_kernel[(1,)](x, out, BLOCK=64)
# EXPECT stderr
#| fail_bounds_negative.py:11:14: error: load out of bounds: 'x_ptr' index -1 (valid: 0..63) in program (0, 0, 0) [out-of-bounds]
#|       before = tl.load(x_ptr + offsets - 1)
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: 'x_ptr' is a tensor of shape [64] and dtype float32
#| note: lane 0 of the block's 64
#| note: the access has no mask
#| note: in program (0, 0, 0) of kernel 'difference_kernel', grid (1, 1, 1)
#| fail_bounds_negative.py:17:1: note: launched here
#|   difference_kernel[(1,)](x, out, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
