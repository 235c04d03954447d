# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def shift_kernel(x_ptr, out_ptr, by, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets - by))


x = torch.ones(36, device="cuda")
out = torch.empty(32, device="cuda")
shift_kernel[(1,)](x[4:], out, 5, BLOCK=32)  # 4 elements lie before the view
# EXPECT stderr
#| fail_bounds_view.py:10:33: error: load out of bounds: 'x_ptr' index -5 (valid: -4..31) in program (0, 0, 0) [out-of-bounds]
#|       tl.store(out_ptr + offsets, tl.load(x_ptr + offsets - by))
#|                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: 'x_ptr' is a tensor of shape [32] and dtype float32
#| note: lane 0 of the block's 32
#| note: the access has no mask
#| note: in program (0, 0, 0) of kernel 'shift_kernel', grid (1, 1, 1)
#| fail_bounds_view.py:15:1: note: launched here
#|   shift_kernel[(1,)](x[4:], out, 5, BLOCK=32)  # 4 elements lie before the view
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
