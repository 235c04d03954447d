# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i, j, k = tl.arange(0, 16), tl.arange(0, 32), tl.arange(0, 64)
    a = tl.zeros((16, 32), dtype=tl.float32)
    b = tl.zeros((64, 16), dtype=tl.float32)
    tl.store(out_ptr + i[:, None] * 16 + i[None, :], tl.dot(a, b))


x, out = torch.ones(64, device="cuda"), torch.empty(64, device="cuda")
kernel[(1,)](x, out, 48, BLOCK=64)
# EXPECT stderr
#| fail_shape_dot.py:12:54: error: tl.dot: first block is [16, 32] and second [64, 16]: the second index of the first (32) must equal the first index of the second (64) [kernel-shape]
#|       tl.store(out_ptr + i[:, None] * 16 + i[None, :], tl.dot(a, b))
#|                                                        ^~~~~~~~~~~~
#| fail_shape_dot.py:16:1: note: launched here
#|   kernel[(1,)](x, out, 48, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
