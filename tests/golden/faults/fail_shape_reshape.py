# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    x = tl.load(x_ptr + tl.arange(0, BLOCK))
    tl.store(out_ptr, tl.sum(tl.reshape(x, (8, 4))))


x, out = torch.ones(64, device="cuda"), torch.empty(64, device="cuda")
kernel[(1,)](x, out, 48, BLOCK=64)
# EXPECT stderr
#| fail_shape_reshape.py:10:30: error: reshape cannot change the number of elements: [64] to [8, 4] [kernel-shape]
#|       tl.store(out_ptr, tl.sum(tl.reshape(x, (8, 4))))
#|                                ^~~~~~~~~~~~~~~~~~~~~
#| fail_shape_reshape.py:14:1: note: launched here
#|   kernel[(1,)](x, out, 48, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
