# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def copy_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets <= n
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets, mask=mask), mask=mask)


x = torch.ones(1000, device="cuda")
out = torch.empty_like(x)
copy_kernel[(triton.cdiv(1000, 256),)](x, out, 1000, BLOCK=256)
# EXPECT stderr
#| fail_bounds_mask_by_one.py:11:33: error: load out of bounds: 'x_ptr' index 1000 (valid: 0..999) in program (3, 0, 0) [out-of-bounds]
#|       tl.store(out_ptr + offsets, tl.load(x_ptr + offsets, mask=mask), mask=mask)
#|                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: 'x_ptr' is a tensor of shape [1000] and dtype float32
#| note: lane 232 of the block's 256
#| note: in program (3, 0, 0) of kernel 'copy_kernel', grid (4, 1, 1)
#| fail_bounds_mask_by_one.py:16:1: note: launched here
#|   copy_kernel[(triton.cdiv(1000, 256),)](x, out, 1000, BLOCK=256)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
