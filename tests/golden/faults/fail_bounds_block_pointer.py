# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def transpose_kernel(x_ptr, out_ptr, M, N, BLOCK: tl.constexpr):
    row, column = tl.program_id(0) * BLOCK, tl.program_id(1) * BLOCK
    x = tl.make_block_ptr(x_ptr, (M, N), (N, 1), (row, column), (BLOCK, BLOCK), (1, 0))
    out = tl.make_block_ptr(out_ptr, (N, M), (M, 1), (column, row), (BLOCK, BLOCK), (1, 0))
    tl.store(out, tl.trans(tl.load(x)), boundary_check=(0, 1))


x = torch.ones(40, 32, device="cuda")
out = torch.empty(32, 40, device="cuda")
transpose_kernel[(3, 2)](x, out, 40, 32, BLOCK=16)
# EXPECT stderr
#| fail_bounds_block_pointer.py:12:28: error: load out of bounds: 'x_ptr' index 1280 [40, 0] (valid: 0..1279) in program (2, 0, 0) [out-of-bounds]
#|       tl.store(out, tl.trans(tl.load(x)), boundary_check=(0, 1))
#|                              ^~~~~~~~~~
#| note: 'x_ptr' is a tensor of shape [40, 32] and dtype float32
#| note: lane 128 of the block's 256
#| note: the access has no mask
#| note: in program (2, 0, 0) of kernel 'transpose_kernel', grid (3, 2, 1)
#| fail_bounds_block_pointer.py:17:1: note: launched here
#|   transpose_kernel[(3, 2)](x, out, 40, 32, BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
