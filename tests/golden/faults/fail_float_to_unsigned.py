# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def to_bytes_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets).to(tl.uint8))


x = torch.tensor([0.0, 255.4, 3.0, -1.0] * 4, device="cuda")
to_bytes_kernel[(1,)](x, torch.empty(16, dtype=torch.uint8, device="cuda"), BLOCK=16)
# EXPECT stderr
#| fail_float_to_unsigned.py:10:33: error: a float that uint8 cannot hold is converted to it, and the result is stored to 'out_ptr' index 3 in program (0, 0, 0) [float-to-int]
#|       tl.store(out_ptr + offsets, tl.load(x_ptr + offsets).to(tl.uint8))
#|                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_float_to_unsigned.py:10:5: note: it is used here
#|       tl.store(out_ptr + offsets, tl.load(x_ptr + offsets).to(tl.uint8))
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: chips differ in what they make of it; clamp before the conversion, and keep NaN out
#| note: in program (0, 0, 0) of kernel 'to_bytes_kernel', grid (1, 1, 1)
#| fail_float_to_unsigned.py:14:1: note: launched here
#|   to_bytes_kernel[(1,)](x, torch.empty(16, dtype=torch.uint8, device="cuda"), BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
