# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def row_max_kernel(x_ptr, out_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + offsets, mask=offsets < columns)
    tl.store(out_ptr + row, tl.max(x, axis=0))


x = -torch.ones(2, 48, device="cuda")
out = torch.empty(2, device="cuda")
row_max_kernel[(2,)](x, out, 48, BLOCK=64)
print(out.tolist())
# EXPECT stdout
#| [0.0, 0.0]
# EXPECT stderr
#| masked_lanes_warning.py:11:9: warning: a lane that this load masks off, 'x_ptr' index 48 [1, 0], has no value (no `other`), and it is stored to 'out_ptr' index 0 in program (0, 0, 0) [masked-lanes]
#|       x = tl.load(x_ptr + row * columns + offsets, mask=offsets < columns)
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| masked_lanes_warning.py:12:5: note: it is used here
#|       tl.store(out_ptr + row, tl.max(x, axis=0))
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: give the load `other=` a value that does not change the result, or mask the lanes with tl.where
#| note: GPUs read 0 there, and so does this run
#| note: in program (0, 0, 0) of kernel 'row_max_kernel', grid (2, 1, 1)
#| masked_lanes_warning.py:17:1: note: launched here
#|   row_max_kernel[(2,)](x, out, 48, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
