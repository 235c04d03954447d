# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = 0
    while i < n:
        i = i + 0.5
    tl.store(out_ptr, i)


x, out = torch.ones(64, device="cuda"), torch.empty(64, device="cuda")
kernel[(1,)](x, out, 48, BLOCK=64)
# EXPECT stderr
#| fail_loop_while.py:11:9: error: loop-carried variable 'i' has initial type int32 but is re-assigned to fp32 in the loop [loop-carried-type]
#|           i = i + 0.5
#|           ^~~~~~~~~~~
#| note: make the type and shape the same before the loop and in it
#| fail_loop_while.py:16:1: note: launched here
#|   kernel[(1,)](x, out, 48, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
