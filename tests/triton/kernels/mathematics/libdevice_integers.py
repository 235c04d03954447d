# RUN: tilewright run %s
# NOT IN INTERPRETER: libdevice is not implemented
"""Bit counts and high products."""
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def bits_kernel(a_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    a = tl.load(a_ptr + n)
    tl.store(out_ptr + n, libdevice.popc(a))
    tl.store(out_ptr + N + n, libdevice.clz(a))


a = torch.tensor([0, 1, 2, 3, 255, 256, 2**30, 2**31 - 1, -1, -2, 12345, 7, 8, 15, 16, 1000], dtype=torch.int32)
out = torch.empty(2, 16, dtype=torch.int32)
bits_kernel[(1,)](a, out, 16)
words = [v & 0xFFFFFFFF for v in a.tolist()]
assert out[0].tolist() == [bin(v).count("1") for v in words]
assert out[1].tolist() == [32 - v.bit_length() for v in words]
print(out.tolist())
# EXPECT stdout
#| [[0, 1, 1, 2, 8, 1, 1, 31, 32, 31, 6, 3, 1, 4, 1, 6], [32, 31, 30, 30, 24, 23, 1, 1, 0, 0, 18, 29, 28, 28, 27, 22]]
