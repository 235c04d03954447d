# RUN: tilewright run %s
"""Unrolled loops: the index is a constant, tuples grow."""
import torch
import triton
import triton.language as tl


@triton.jit
def unrolled_kernel(x_ptr, out_ptr, N: tl.constexpr, TAPS: tl.constexpr):
    n = tl.arange(0, N)
    acc = tl.zeros((N,), dtype=tl.float32)
    for t in tl.static_range(TAPS):
        tl.static_assert(t < TAPS)
        shifted = n - t
        acc += tl.load(x_ptr + shifted, mask=shifted >= 0, other=0.0) * (1.0 / (t + 1))
    for t in tl.static_range(TAPS, 0, -2):
        acc += t
    tl.store(out_ptr + n, acc)


x = torch.randn(64)
out = torch.empty_like(x)
unrolled_kernel[(1,)](x, out, 64, TAPS=5)
padded = torch.nn.functional.pad(x, (4, 0))
expected = sum(padded[4 - t : 68 - t] / (t + 1) for t in range(5)) + 5 + 3 + 1
torch.testing.assert_close(out, expected, rtol=1e-5, atol=1e-5)
print("five taps")
# EXPECT stdout
#| five taps
