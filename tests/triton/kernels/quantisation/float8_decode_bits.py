# RUN: tilewright run %s
"""float8 bytes decoded with integer operations only."""
import torch
import triton
import triton.language as tl


@triton.jit
def decode_kernel(bytes_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    code = tl.load(bytes_ptr + n).to(tl.int32)
    sign, exponent, mantissa = code >> 7, (code >> 3) & 15, code & 7
    normal = ((exponent + 120) << 23 | mantissa << 20).to(tl.float32, bitcast=True)
    magnitude = tl.where(exponent == 0, mantissa.to(tl.float32) * 0.001953125, normal)
    tl.store(out_ptr + n, tl.where(sign == 1, -magnitude, magnitude))


codes = torch.arange(256, dtype=torch.uint8)
out = torch.empty(256)
decode_kernel[(1,)](codes, out, 256)
expected = codes.view(torch.float8_e4m3fn).float()
real = ~expected.isnan()
assert torch.equal(out[real], expected[real])
print(out[[1, 8, 56, 126, 129]].tolist())
# EXPECT stdout
#| [0.001953125, 0.015625, 1.0, 448.0, -0.001953125]
