# RUN: tilewright run %s
"""A literal takes the block's type; a variable that holds one does not."""
import torch
import triton
import triton.language as tl


@triton.jit
def literal_kernel(half_ptr, byte_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    half = tl.load(half_ptr + n)
    byte = tl.load(byte_ptr + n)
    scale = 1.5
    tl.static_assert((half * 1.5).dtype == tl.float16)
    tl.static_assert((half * scale).dtype == tl.float32)
    tl.static_assert((half + 1).dtype == tl.float16)
    tl.static_assert((byte + 1).dtype == tl.int8)
    tl.static_assert((byte + 1.5).dtype == tl.float32)
    tl.static_assert(tl.maximum(half, 0.0).dtype == tl.float32)
    tl.static_assert(tl.where(byte > 0, half, 0.0).dtype == tl.float16)
    tl.static_assert((half > 0.5).dtype == tl.int1)
    tl.store(out_ptr + n, half * 1.5)
    tl.store(out_ptr + N + n, half * scale)
    tl.store(out_ptr + 2 * N + n, byte + 1)
    tl.store(out_ptr + 3 * N + n, byte + 1.5)
    tl.store(out_ptr + 4 * N + n, 3 - half)
    tl.store(out_ptr + 5 * N + n, 1.0 / (byte + 200.0))


half = torch.linspace(-3, 3, 64).half()
byte = torch.arange(-32, 32, dtype=torch.int8)
out = torch.empty(6, 64)
literal_kernel[(1,)](half, byte, out, 64)
expected = [half * 1.5, half.float() * 1.5, byte + 1, byte + 1.5, 3 - half, 1 / (byte + 200.0)]
torch.testing.assert_close(out, torch.stack([row.float() for row in expected]))
print("literals hold")
# EXPECT stdout
#| literals hold
