# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets)
    tl.store(out_ptr + offsets, x - tl.mean(x, axis=0))


x = torch.ones(64, device="cuda")
kernel[(1,)](x, torch.empty_like(x), BLOCK=64)
# EXPECT stderr
#| fail_name_mean.py:11:37: error: tl has no attribute 'mean' [unknown-name]
#|       tl.store(out_ptr + offsets, x - tl.mean(x, axis=0))
#|                                       ^~~~~~~
#| note: use tl.sum(x, axis) / n with the number of elements that count
#| fail_name_mean.py:15:1: note: launched here
#|   kernel[(1,)](x, torch.empty_like(x), BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
