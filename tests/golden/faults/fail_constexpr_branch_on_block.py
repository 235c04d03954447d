# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    x = tl.load(x_ptr + tl.arange(0, BLOCK))
    if x > 0:
        x = -x
    tl.store(out_ptr + tl.arange(0, BLOCK), x)


x, out = torch.ones(64, device="cuda"), torch.empty(64, device="cuda")
kernel[(1,)](x, out, 48, BLOCK=64)
# EXPECT stderr
#| fail_constexpr_branch_on_block.py:10:8: error: the condition of if is a block of shape [64]; it must be a scalar [kernel-shape]
#|       if x > 0:
#|          ^~~~~
#| note: use tl.where(condition, x, y) for a choice by element, or reduce the condition first
#| fail_constexpr_branch_on_block.py:16:1: note: launched here
#|   kernel[(1,)](x, out, 48, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
