# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def copy_kernel(x_ptr, out_ptr, M, N: tl.constexpr, BLOCK: tl.constexpr):
    x = tl.make_tensor_descriptor(x_ptr, [M, N], [N, 1], [BLOCK, N])
    out = tl.make_tensor_descriptor(out_ptr, [M, N], [N, 1], [BLOCK, N])
    out.store([0, 0], x.load([0, 0]))


copy_kernel[(1,)](torch.ones(16, 32, device="cuda"), torch.empty(16, 32, device="cuda"), 16, N=32, BLOCK=16)
