# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr):
    tl.store(x_ptr, float(tl.program_id(0)))


kernel[(1,)](torch.ones(16))
# EXPECT stderr
