# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def sums_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    (a, b), c = (x, x + 1), i
    tl.store(out_ptr + i, a + b + c)


sums_kernel[(1,)](torch.ones(64, device="cuda"), torch.empty(64, device="cuda"), BLOCK=64)
