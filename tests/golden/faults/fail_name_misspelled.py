# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets)
    tl.store(out_ptr + offsets, tl.expp(x))


x = torch.ones(64, device="cuda")
kernel[(1,)](x, torch.empty_like(x), BLOCK=64)
# EXPECT stderr
#| fail_name_misspelled.py:11:33: error: tl has no attribute 'expp': did you mean 'exp'? [unknown-name]
#|       tl.store(out_ptr + offsets, tl.expp(x))
#|                                   ^~~~~~~
#| fail_name_misspelled.py:15:1: note: launched here
#|   kernel[(1,)](x, torch.empty_like(x), BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
