# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets)
    tl.store(out_ptr + offsets, tl.math.tanh(x))


x = torch.ones(64, device="cuda")
kernel[(1,)](x, torch.empty_like(x), BLOCK=64)
# EXPECT stderr
#| fail_name_math_tanh.py:11:33: error: tl.math has no attribute 'tanh' [unknown-name]
#|       tl.store(out_ptr + offsets, tl.math.tanh(x))
#|                                   ^~~~~~~~~~~~
#| note: use tl.extra.libdevice.tanh(x) (from triton.language.extra import libdevice), or 2 * tl.sigmoid(2 * x) - 1; tl.math.tanh was taken out in Triton 3.0
#| fail_name_math_tanh.py:15:1: note: launched here
#|   kernel[(1,)](x, torch.empty_like(x), BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
