# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def quantise_kernel(x_ptr, out_ptr, scale, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets)
    quantised = (x / scale).to(tl.int8)
    tl.store(out_ptr + offsets, quantised)


x = torch.linspace(-2, 2, 64, device="cuda")
out = torch.empty(64, dtype=torch.int8, device="cuda")
quantise_kernel[(1,)](x, out, 0.01, BLOCK=64)
# EXPECT stderr
#| fail_float_to_int.py:11:17: error: a float that int8 cannot hold is converted to it, and the result is stored to 'out_ptr' index 0 in program (0, 0, 0) [float-to-int]
#|       quantised = (x / scale).to(tl.int8)
#|                   ^~~~~~~~~~~~~~~~~~~~~~~
#| fail_float_to_int.py:12:5: note: it is used here
#|       tl.store(out_ptr + offsets, quantised)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: chips differ in what they make of it; clamp before the conversion, and keep NaN out
#| note: in program (0, 0, 0) of kernel 'quantise_kernel', grid (1, 1, 1)
#| fail_float_to_int.py:17:1: note: launched here
#|   quantise_kernel[(1,)](x, out, 0.01, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
