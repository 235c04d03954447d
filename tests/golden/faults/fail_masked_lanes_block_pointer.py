# RUN: tilewright run --strict %s
import torch
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    x = tl.make_block_ptr(x_ptr, (n,), (1,), (0,), (BLOCK,), (0,))
    tl.store(out_ptr, tl.sum(tl.load(x, boundary_check=(0,)), axis=0))


sum_kernel[(1,)](torch.ones(50, device="cuda"), torch.empty(1, device="cuda"), 50, BLOCK=64)
# EXPECT stderr
#| fail_masked_lanes_block_pointer.py:10:30: error: a lane that this load masks off, 'x_ptr' index 50, has no value (no `other`), and it is stored to 'out_ptr' index 0 in program (0, 0, 0) [uninitialised-read]
#|       tl.store(out_ptr, tl.sum(tl.load(x, boundary_check=(0,)), axis=0))
#|                                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_masked_lanes_block_pointer.py:10:5: note: it is used here
#|       tl.store(out_ptr, tl.sum(tl.load(x, boundary_check=(0,)), axis=0))
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: give the load `other=` a value that does not change the result, or mask the lanes with tl.where
#| note: in program (0, 0, 0) of kernel 'sum_kernel', grid (1, 1, 1)
#| fail_masked_lanes_block_pointer.py:13:1: note: launched here
#|   sum_kernel[(1,)](torch.ones(50, device="cuda"), torch.empty(1, device="cuda"), 50, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
