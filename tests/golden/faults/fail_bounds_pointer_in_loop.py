# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def running_sum_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    pointers = x_ptr + tl.arange(0, BLOCK)
    for _ in range(0, n + 1, BLOCK):
        total += tl.load(pointers)
        pointers += BLOCK
    tl.store(out_ptr, tl.sum(total, axis=0))


x = torch.ones(256, device="cuda")
running_sum_kernel[(1,)](x, torch.empty(1, device="cuda"), 256, BLOCK=64)
# EXPECT stderr
#| fail_bounds_pointer_in_loop.py:12:18: error: load out of bounds: 'x_ptr' index 256 (valid: 0..255) in program (0, 0, 0) [out-of-bounds]
#|           total += tl.load(pointers)
#|                    ^~~~~~~~~~~~~~~~~
#| note: 'x_ptr' is a tensor of shape [256] and dtype float32
#| note: lane 0 of the block's 64
#| note: the access has no mask
#| note: in program (0, 0, 0) of kernel 'running_sum_kernel', grid (1, 1, 1)
#| fail_bounds_pointer_in_loop.py:18:1: note: launched here
#|   running_sum_kernel[(1,)](x, torch.empty(1, device="cuda"), 256, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
