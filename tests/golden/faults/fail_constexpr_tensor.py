# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, SIZE: tl.constexpr):
    tl.store(out_ptr, SIZE)


x, out = torch.ones(64, device="cuda"), torch.empty(64, device="cuda")
kernel[(1,)](x, out, x, num_warps=4)
# EXPECT stderr
#| fail_constexpr_tensor.py:13:1: error: parameter 'SIZE' is tl.constexpr but a tensor was passed [launch-arguments]
#|   kernel[(1,)](x, out, x, num_warps=4)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
