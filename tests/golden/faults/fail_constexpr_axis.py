# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    x = tl.load(x_ptr + tl.arange(0, BLOCK))
    tl.store(out_ptr, tl.sum(x, axis=n - 48))


x, out = torch.ones(64, device="cuda"), torch.empty(64, device="cuda")
kernel[(1,)](x, out, 48, BLOCK=64)
# EXPECT stderr
#| fail_constexpr_axis.py:10:23: error: axis must be a constant int (tl.constexpr), not int32 [kernel-constexpr]
#|       tl.store(out_ptr, tl.sum(x, axis=n - 48))
#|                         ^~~~~~~~~~~~~~~~~~~~~~
#| note: declare the parameter as `NAME: tl.constexpr`; a name assigned inside the kernel is a run-time value unless declared `x: tl.constexpr = ...`
#| fail_constexpr_axis.py:14:1: note: launched here
#|   kernel[(1,)](x, out, 48, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
