# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def double_kernel(x_ptr, M, N, BLOCK: tl.constexpr):
    x = tl.make_block_ptr(x_ptr, (M, N), (N, 1), (tl.program_id(0) * BLOCK, 0), (BLOCK, 32), (1, 0))
    value = tl.load(x, boundary_check=(1,), padding_option="zero")
    tl.store(x, value * 2, boundary_check=(1,))


x = torch.ones(40, 20, device="cuda")
double_kernel[(3,)](x, 40, 20, BLOCK=16)
# EXPECT stderr
#| fail_bounds_block_pointer_axis.py:10:13: error: load out of bounds: 'x_ptr' index 800 [40, 0] (valid: 0..799) in program (2, 0, 0) [out-of-bounds]
#|       value = tl.load(x, boundary_check=(1,), padding_option="zero")
#|               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: 'x_ptr' is a tensor of shape [40, 20] and dtype float32
#| note: lane 256 of the block's 512
#| note: in program (2, 0, 0) of kernel 'double_kernel', grid (3, 1, 1)
#| fail_bounds_block_pointer_axis.py:15:1: note: launched here
#|   double_kernel[(3,)](x, 40, 20, BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
