# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    tl.store(out_ptr, tl.sum(total))


x, out = torch.ones(64, device="cuda"), torch.empty(64, device="cuda")
kernel[(1,)](x, out, 48, BLOCK=2048)
# EXPECT stderr
#| fail_shape_too_large.py:9:13: error: shape [2048, 2048] has more than 1048576 elements [kernel-shape]
#|       total = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
#|               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_shape_too_large.py:14:1: note: launched here
#|   kernel[(1,)](x, out, 48, BLOCK=2048)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
