# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def zero_kernel(x_ptr, n, BLOCK: tl.constexpr):
    tl.store(x_ptr + tl.arange(0, BLOCK), tl.zeros((n,), tl.float32))


x = torch.ones(64, device="cuda")
zero_kernel[(1,)](x, 64, BLOCK=64)
# EXPECT stderr
#| fail_constexpr_shape.py:9:43: error: shape must be a constant int (tl.constexpr), not int32 [kernel-constexpr]
#|       tl.store(x_ptr + tl.arange(0, BLOCK), tl.zeros((n,), tl.float32))
#|                                             ^~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: declare the parameter as `NAME: tl.constexpr`; a name assigned inside the kernel is a run-time value unless declared `x: tl.constexpr = ...`
#| fail_constexpr_shape.py:13:1: note: launched here
#|   zero_kernel[(1,)](x, 64, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
