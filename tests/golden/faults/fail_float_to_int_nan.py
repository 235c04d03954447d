# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def quantize_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets)
    scale = tl.max(tl.abs(x), axis=0) / 127.0
    tl.store(out_ptr + offsets, (x / scale).to(tl.int8))


x = torch.zeros(16, device="cuda")  # the scale is 0
quantize_kernel[(1,)](x, torch.empty(16, dtype=torch.int8, device="cuda"), BLOCK=16)
# EXPECT stderr
#| fail_float_to_int_nan.py:12:33: error: a float that int8 cannot hold is converted to it, and the result is stored to 'out_ptr' index 0 in program (0, 0, 0) [float-to-int]
#|       tl.store(out_ptr + offsets, (x / scale).to(tl.int8))
#|                                   ^~~~~~~~~~~~~~~~~~~~~~~
#| fail_float_to_int_nan.py:12:5: note: it is used here
#|       tl.store(out_ptr + offsets, (x / scale).to(tl.int8))
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: chips differ in what they make of it; clamp before the conversion, and keep NaN out
#| note: in program (0, 0, 0) of kernel 'quantize_kernel', grid (1, 1, 1)
#| fail_float_to_int_nan.py:16:1: note: launched here
#|   quantize_kernel[(1,)](x, torch.empty(16, dtype=torch.int8, device="cuda"), BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
