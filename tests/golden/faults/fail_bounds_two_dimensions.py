# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def rows_kernel(x_ptr, out_ptr, columns, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * columns + tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets))


x = torch.ones(4, 12, device="cuda")
rows_kernel[(4,)](x, torch.empty(4, 16, device="cuda"), 12, BLOCK=16)
# EXPECT stderr
#| fail_bounds_two_dimensions.py:10:33: error: load out of bounds: 'x_ptr' index 48 [4, 0] (valid: 0..47) in program (3, 0, 0) [out-of-bounds]
#|       tl.store(out_ptr + offsets, tl.load(x_ptr + offsets))
#|                                   ^~~~~~~~~~~~~~~~~~~~~~~~
#| note: 'x_ptr' is a tensor of shape [4, 12] and dtype float32
#| note: lane 12 of the block's 16
#| note: the access has no mask
#| note: in program (3, 0, 0) of kernel 'rows_kernel', grid (4, 1, 1)
#| fail_bounds_two_dimensions.py:14:1: note: launched here
#|   rows_kernel[(4,)](x, torch.empty(4, 16, device="cuda"), 12, BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
