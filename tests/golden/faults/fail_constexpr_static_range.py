# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    total = 0.0
    for i in tl.static_range(n):
        total += tl.load(x_ptr + i)
    tl.store(out_ptr, total)


x, out = torch.ones(64, device="cuda"), torch.empty(64, device="cuda")
kernel[(1,)](x, out, 48, BLOCK=64)
# EXPECT stderr
#| fail_constexpr_static_range.py:10:14: error: an argument of tl.static_range must be a constant int (tl.constexpr), not int32 [kernel-constexpr]
#|       for i in tl.static_range(n):
#|                ^~~~~~~~~~~~~~~~~~
#| note: declare the parameter as `NAME: tl.constexpr`; a name assigned inside the kernel is a run-time value unless declared `x: tl.constexpr = ...`
#| fail_constexpr_static_range.py:16:1: note: launched here
#|   kernel[(1,)](x, out, 48, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
