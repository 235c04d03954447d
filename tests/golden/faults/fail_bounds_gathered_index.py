# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def embedding_kernel(table_ptr, index_ptr, out_ptr, WIDTH: tl.constexpr):
    row = tl.load(index_ptr + tl.program_id(0))
    columns = tl.arange(0, WIDTH)
    tl.store(out_ptr + tl.program_id(0) * WIDTH + columns, tl.load(table_ptr + row * WIDTH + columns))


table = torch.ones(10, 32, device="cuda")
index = torch.tensor([0, 9, 10], dtype=torch.int32, device="cuda")
out = torch.empty(3, 32, device="cuda")
embedding_kernel[(3,)](table, index, out, WIDTH=32)
# EXPECT stderr
#| fail_bounds_gathered_index.py:11:60: error: load out of bounds: 'table_ptr' index 320 [10, 0] (valid: 0..319) in program (2, 0, 0) [out-of-bounds]
#|       tl.store(out_ptr + tl.program_id(0) * WIDTH + columns, tl.load(table_ptr + row * WIDTH + columns))
#|                                                              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: 'table_ptr' is a tensor of shape [10, 32] and dtype float32
#| note: lane 0 of the block's 32
#| note: the access has no mask
#| note: in program (2, 0, 0) of kernel 'embedding_kernel', grid (3, 1, 1)
#| fail_bounds_gathered_index.py:17:1: note: launched here
#|   embedding_kernel[(3,)](table, index, out, WIDTH=32)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
