# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    block = tl.make_block_ptr(x_ptr, (n,), (1,), (0,), (48,), (0,))
    tl.store(out_ptr, tl.sum(tl.load(block), axis=0))


x, out = torch.ones(64, device="cuda"), torch.empty(64, device="cuda")
kernel[(1,)](x, out, 48, BLOCK=64)
# EXPECT stderr
#| fail_shape_block_pointer.py:9:13: error: shape element 0 is 48; it must be a power of 2 [kernel-shape]
#|       block = tl.make_block_ptr(x_ptr, (n,), (1,), (0,), (48,), (0,))
#|               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: take the next power of 2 (triton.next_power_of_2 on the host) and mask the rest
#| fail_shape_block_pointer.py:14:1: note: launched here
#|   kernel[(1,)](x, out, 48, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
