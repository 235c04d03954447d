# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    if n > 10:
        scale = 2
    else:
        scale = 0.5
    tl.store(out_ptr, scale)


x, out = torch.ones(64, device="cuda"), torch.empty(64, device="cuda")
kernel[(1,)](x, out, 48, BLOCK=64)
# EXPECT stderr
#| fail_loop_branch_types.py:10:9: error: mismatched type for 'scale' between then block (int32) and else block (fp32) [kernel-type]
#|           scale = 2
#|           ^~~~~~~~~
#| fail_loop_branch_types.py:17:1: note: launched here
#|   kernel[(1,)](x, out, 48, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
