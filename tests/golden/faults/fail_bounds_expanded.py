# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def double_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, 2 * tl.load(x_ptr + offsets))


gradient = torch.ones(1, device="cuda").expand(4, 16)
double_kernel[(1,)](gradient, torch.empty(4, 16, device="cuda"), BLOCK=64)
# EXPECT stderr
#| fail_bounds_expanded.py:10:37: error: load out of bounds: 'x_ptr' index 1 (valid: 0..0) in program (0, 0, 0) [out-of-bounds]
#|       tl.store(out_ptr + offsets, 2 * tl.load(x_ptr + offsets))
#|                                       ^~~~~~~~~~~~~~~~~~~~~~~~
#| note: 'x_ptr' is a tensor of shape [4, 16] and dtype float32
#| note: its strides are [0, 0]: it was expanded, as gradients of sums are, and holds fewer elements than its shape says; pass its strides, or call .contiguous() before the launch
#| note: lane 1 of the block's 64
#| note: the access has no mask
#| note: in program (0, 0, 0) of kernel 'double_kernel', grid (1, 1, 1)
#| fail_bounds_expanded.py:14:1: note: launched here
#|   double_kernel[(1,)](gradient, torch.empty(4, 16, device="cuda"), BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
