# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(x_ptr + i, abs(tl.load(x_ptr + i)))


kernel[(1,)](torch.ones(16), BLOCK=16)
# EXPECT stderr
