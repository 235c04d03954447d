# RUN: tilewright run %s
"""tril, triu and a band of a matrix by comparing indices."""
import torch
import triton
import triton.language as tl


@triton.jit
def band_kernel(x_ptr, out_ptr, M, N, low, high, BLOCK: tl.constexpr):
    m = tl.program_id(0)
    n = tl.arange(0, BLOCK)
    keep = (n - m >= low) & (n - m <= high)
    x = tl.load(x_ptr + m * N + n, mask=(n < N) & keep, other=0.0)
    tl.store(out_ptr + m * N + n, x, mask=n < N)


x = torch.randn(20, 30)
for low, high, expected in ((-100, 0, x.tril()), (1, 100, x.triu(1)), (-2, 3, x.triu(-2).tril(3))):
    out = torch.empty_like(x)
    band_kernel[(20,)](x, out, 20, 30, low, high, BLOCK=32)
    assert torch.equal(out, expected)
    print(low, high, int((out != 0).sum()))
# EXPECT stdout
#| -100 0 210
#| 1 100 390
#| -2 3 117
