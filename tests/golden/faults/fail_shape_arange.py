# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets))


x, out = torch.ones(64, device="cuda"), torch.empty(64, device="cuda")
kernel[(1,)](x, out, 48, BLOCK=48)
# EXPECT stderr
#| fail_shape_arange.py:9:15: error: the range of tl.arange must be a power of 2, not 48 [kernel-shape]
#|       offsets = tl.arange(0, BLOCK)
#|                 ^~~~~~~~~~~~~~~~~~~
#| note: take the next power of 2 and mask the lanes beyond the size
#| fail_shape_arange.py:14:1: note: launched here
#|   kernel[(1,)](x, out, 48, BLOCK=48)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
