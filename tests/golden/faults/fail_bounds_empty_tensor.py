# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def first_kernel(x_ptr, out_ptr):
    tl.store(out_ptr, tl.load(x_ptr))


out = torch.zeros(1, device="cuda")
first_kernel[(1,)](torch.empty(0, device="cuda"), out)
# EXPECT stderr
#| fail_bounds_empty_tensor.py:9:23: error: load out of bounds: 'x_ptr' index 0 (valid: none: the tensor is empty) in program (0, 0, 0) [out-of-bounds]
#|       tl.store(out_ptr, tl.load(x_ptr))
#|                         ^~~~~~~~~~~~~~
#| note: 'x_ptr' is a tensor of shape [0] and dtype float32
#| note: the access has no mask
#| note: in program (0, 0, 0) of kernel 'first_kernel', grid (1, 1, 1)
#| fail_bounds_empty_tensor.py:13:1: note: launched here
#|   first_kernel[(1,)](torch.empty(0, device="cuda"), out)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
