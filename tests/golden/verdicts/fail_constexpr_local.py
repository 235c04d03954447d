# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def fill_kernel(x_ptr, n, BLOCK: tl.constexpr):
    doubled: tl.constexpr = n * 2
    tl.store(x_ptr + tl.arange(0, BLOCK), doubled)


x = torch.ones(64, device="cuda")
fill_kernel[(1,)](x, 7, BLOCK=64)
# EXPECT stderr
#| fail_constexpr_local.py:9:5: error: 'doubled' is declared tl.constexpr but its value is known only at run time [kernel-constexpr]
#|       doubled: tl.constexpr = n * 2
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_constexpr_local.py:14:1: note: launched here
#|   fill_kernel[(1,)](x, 7, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
