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
# EXPECT stderr
#| fail_host_function.py:11:27: error: np.exp is a function of the host and cannot take a value that is computed when the kernel runs [kernel-type]
#|       tl.store(out_ptr + i, np.exp(tl.load(x_ptr + i)))
#|                             ^~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: a kernel computes block values with functions of triton.language only
#| fail_host_function.py:14:1: note: launched here
#|   exponential_kernel[(1,)](torch.ones(64, device="cuda"), torch.empty(64, device="cuda"), BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
