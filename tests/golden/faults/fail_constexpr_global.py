# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


SCALE = 2.5


@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets) * SCALE)


x, out = torch.ones(64, device="cuda"), torch.empty(64, device="cuda")
kernel[(1,)](x, out, 48, BLOCK=64)
# EXPECT stderr
#| fail_constexpr_global.py:13:60: error: global variable 'SCALE' cannot be read from a @triton.jit function [kernel-constexpr]
#|       tl.store(out_ptr + offsets, tl.load(x_ptr + offsets) * SCALE)
#|                                                              ^~~~~
#| note: write `SCALE = tl.constexpr(...)` or pass it as a tl.constexpr parameter
#| fail_constexpr_global.py:17:1: note: launched here
#|   kernel[(1,)](x, out, 48, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
