# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def add_one_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    tl.store(out_ptr + offsets, x + 1)


x = torch.ones(1000, device="cuda")
out = torch.empty_like(x)
add_one_kernel[(triton.cdiv(1000, 256),)](x, out, 1000, BLOCK=256)
# EXPECT stderr
#| fail_bounds_tail.py:11:5: error: store out of bounds: 'out_ptr' index 1000 (valid: 0..999) in program (3, 0, 0) [out-of-bounds]
#|       tl.store(out_ptr + offsets, x + 1)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: 'out_ptr' is a tensor of shape [1000] and dtype float32
#| note: lane 232 of the block's 256
#| note: the access has no mask
#| note: in program (3, 0, 0) of kernel 'add_one_kernel', grid (4, 1, 1)
#| fail_bounds_tail.py:16:1: note: launched here
#|   add_one_kernel[(triton.cdiv(1000, 256),)](x, out, 1000, BLOCK=256)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
