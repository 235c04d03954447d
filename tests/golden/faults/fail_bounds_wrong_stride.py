# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def row_sum_kernel(x_ptr, out_ptr, stride, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * stride + offsets, mask=offsets < columns, other=0.0)
    tl.store(out_ptr + row, tl.sum(x, axis=0))


x = torch.ones(8, 48, device="cuda")
out = torch.empty(8, device="cuda")
row_sum_kernel[(8,)](x, out, 64, 48, BLOCK=64)  # the stride is 48
# EXPECT stderr
#| fail_bounds_wrong_stride.py:11:9: error: load out of bounds: 'x_ptr' index 384 [8, 0] (valid: 0..383) in program (6, 0, 0) [out-of-bounds]
#|       x = tl.load(x_ptr + row * stride + offsets, mask=offsets < columns, other=0.0)
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: 'x_ptr' is a tensor of shape [8, 48] and dtype float32
#| note: lane 0 of the block's 64
#| note: in program (6, 0, 0) of kernel 'row_sum_kernel', grid (8, 1, 1)
#| fail_bounds_wrong_stride.py:17:1: note: launched here
#|   row_sum_kernel[(8,)](x, out, 64, 48, BLOCK=64)  # the stride is 48
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
