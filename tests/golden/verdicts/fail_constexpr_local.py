# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def fill_kernel(x_ptr, BLOCK: tl.constexpr):
    size: tl.constexpr = BLOCK // 2
    size: tl.constexpr = size // 2
    tl.store(x_ptr + tl.arange(0, size), 1.0)


x = torch.ones(64, device="cuda")
fill_kernel[(1,)](x, BLOCK=64)
# EXPECT stderr
#| fail_constexpr_local.py:10:5: error: 'size' is already defined; a constexpr cannot be assigned again [kernel-constexpr]
#|       size: tl.constexpr = size // 2
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_constexpr_local.py:15:1: note: launched here
#|   fill_kernel[(1,)](x, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
