# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    mask = tl.arange(0, 32) < n
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets, mask=mask))


x, out = torch.ones(64, device="cuda"), torch.empty(64, device="cuda")
kernel[(1,)](x, out, 48, BLOCK=64)
# EXPECT stderr
#| fail_shape_mask.py:11:33: error: cannot make shapes [32] and [64] compatible: index 0 has extents 32 and 64 [kernel-shape]
#|       tl.store(out_ptr + offsets, tl.load(x_ptr + offsets, mask=mask))
#|                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_shape_mask.py:15:1: note: launched here
#|   kernel[(1,)](x, out, 48, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
