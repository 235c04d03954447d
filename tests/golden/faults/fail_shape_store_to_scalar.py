# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    x = tl.load(x_ptr + tl.arange(0, BLOCK))
    tl.store(out_ptr, x)


x, out = torch.ones(64, device="cuda"), torch.empty(64, device="cuda")
kernel[(1,)](x, out, 48, BLOCK=64)
# EXPECT stderr
#| fail_shape_store_to_scalar.py:10:5: error: the value is a block of shape [64] but the pointer is a scalar [kernel-shape]
#|       tl.store(out_ptr, x)
#|       ^~~~~~~~~~~~~~~~~~~~
#| note: add offsets to the pointer: ptr + tl.arange(0, BLOCK)
#| fail_shape_store_to_scalar.py:14:1: note: launched here
#|   kernel[(1,)](x, out, 48, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
