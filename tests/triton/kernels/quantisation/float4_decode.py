# RUN: tilewright run %s
"""4-bit floats decoded by a chain of selections on their bits."""
import torch
import triton
import triton.language as tl


@triton.jit
def decode_kernel(packed_ptr, scale_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    packed = tl.load(packed_ptr + n)
    low, high = packed & 0xF, packed >> 4
    code = tl.interleave(low, high).to(tl.int32)
    exponent, mantissa = (code >> 1) & 3, code & 1
    magnitude = tl.where(exponent == 0, mantissa * 0.5, (1.0 + 0.5 * mantissa) * tl.exp2((exponent - 1).to(tl.float32)))
    value = tl.where(code >= 8, -magnitude, magnitude)
    scale = tl.exp2(tl.load(scale_ptr).to(tl.float32) - 127.0)
    tl.store(out_ptr + tl.arange(0, 2 * N), value * scale)


packed = torch.arange(256, dtype=torch.uint8)
out = torch.empty(512)
decode_kernel[(1,)](packed, torch.tensor([129], dtype=torch.uint8), out, 256)
table = torch.tensor([0, 0.5, 1, 1.5, 2, 3, 4, 6])
codes = torch.stack([packed & 15, packed >> 4], 1).flatten().long()
expected = torch.where(codes >= 8, -1.0, 1.0) * table[codes % 8] * 4
assert torch.equal(out, expected)
print(out[16:32].tolist())
# EXPECT stdout
#| [0.0, 0.0, -2.0, 0.0, -4.0, 0.0, -6.0, 0.0, -8.0, 0.0, -12.0, 0.0, -16.0, 0.0, -24.0, 0.0]
