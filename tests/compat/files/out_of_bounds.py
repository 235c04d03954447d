import torch
import triton
import triton.language as tl


@triton.jit
def copy_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets))


copy_kernel[(1,)](torch.ones(60, device="cuda"), torch.zeros(64, device="cuda"), BLOCK=64)
