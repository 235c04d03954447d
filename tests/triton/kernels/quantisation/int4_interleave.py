# RUN: tilewright run %s
"""Nibbles unpacked with interleave, as AWQ kernels do."""
import torch
import triton
import triton.language as tl


@triton.jit
def unpack_kernel(packed_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    packed = tl.load(packed_ptr + n)
    low = (packed & 0xF).to(tl.int8) - 8
    high = (packed >> 4).to(tl.int8) - 8
    tl.store(out_ptr + tl.arange(0, 2 * N), tl.interleave(low, high))


codes = torch.randint(0, 16, (128,), dtype=torch.uint8)
packed = codes[::2] | (codes[1::2] << 4)
out = torch.empty(128, dtype=torch.int8)
unpack_kernel[(1,)](packed, out, 64)
assert torch.equal(out, codes.to(torch.int8) - 8)
print("nibbles in order")
# EXPECT stdout
#| nibbles in order
