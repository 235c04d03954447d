# RUN: tilewright run %s
"""Offsets in int64, as large tensors need them."""
import torch
import triton
import triton.language as tl


@triton.jit
def offset_kernel(x_ptr, out_ptr, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    i = tl.arange(0, BLOCK)
    tl.store(out_ptr + row * stride + i, tl.load(x_ptr + row * stride + i) * 2)


x = torch.arange(64 * 16).reshape(64, 16)
out = torch.empty_like(x)
offset_kernel[(64,)](x, out, x.stride(0), BLOCK=16)
assert torch.equal(out, x * 2)
print(out[63].tolist())
# EXPECT stdout
#| [2016, 2018, 2020, 2022, 2024, 2026, 2028, 2030, 2032, 2034, 2036, 2038, 2040, 2042, 2044, 2046]
