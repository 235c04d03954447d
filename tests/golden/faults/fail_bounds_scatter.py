# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def scatter_kernel(x_ptr, place_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    place = tl.load(place_ptr + offsets)
    tl.store(out_ptr + place, tl.load(x_ptr + offsets))


x = torch.ones(16, device="cuda")
place = torch.arange(16, dtype=torch.int64, device="cuda")
place[5] = -1
scatter_kernel[(1,)](x, place, torch.zeros(16, device="cuda"), BLOCK=16)
# EXPECT stderr
#| fail_bounds_scatter.py:11:5: error: store out of bounds: 'out_ptr' index -1 (valid: 0..15) in program (0, 0, 0) [out-of-bounds]
#|       tl.store(out_ptr + place, tl.load(x_ptr + offsets))
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: 'out_ptr' is a tensor of shape [16] and dtype float32
#| note: lane 5 of the block's 16
#| note: the access has no mask
#| note: in program (0, 0, 0) of kernel 'scatter_kernel', grid (1, 1, 1)
#| fail_bounds_scatter.py:17:1: note: launched here
#|   scatter_kernel[(1,)](x, place, torch.zeros(16, device="cuda"), BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
