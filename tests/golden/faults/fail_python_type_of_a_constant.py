# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, FLAG: tl.constexpr):
    if isinstance(FLAG, bool):
        tl.store(x_ptr, 1.0)


kernel[(1,)](torch.ones(16), FLAG=True)
# EXPECT stderr
