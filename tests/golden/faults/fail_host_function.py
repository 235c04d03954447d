# RUN: tilewright run %s
import numpy as np
import torch
import triton
import triton.language as tl


@triton.jit
def exponential_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out_ptr + i, np.exp(tl.load(x_ptr + i)))


exponential_kernel[(1,)](torch.ones(64, device="cuda"), torch.empty(64, device="cuda"), BLOCK=64)
