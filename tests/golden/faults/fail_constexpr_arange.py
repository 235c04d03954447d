# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, n)
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets))


x, out = torch.ones(64, device="cuda"), torch.empty(64, device="cuda")
kernel[(1,)](x, out, 48, BLOCK=64)
# EXPECT stderr
#| fail_constexpr_arange.py:9:15: error: end of tl.arange must be a constant int (tl.constexpr), not int32 [kernel-constexpr]
#|       offsets = tl.arange(0, n)
#|                 ^~~~~~~~~~~~~~~
#| note: declare the parameter as `NAME: tl.constexpr`; a name assigned inside the kernel is a run-time value unless declared `x: tl.constexpr = ...`
#| fail_constexpr_arange.py:14:1: note: launched here
#|   kernel[(1,)](x, out, 48, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
