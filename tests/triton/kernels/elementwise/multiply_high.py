# RUN: tilewright run %s
"""umulhi, fma and the high halves of products."""
import torch
import triton
import triton.language as tl


@triton.jit
def product_kernel(a_ptr, b_ptr, x_ptr, high_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    a = tl.load(a_ptr + n).to(tl.uint32)
    b = tl.load(b_ptr + n).to(tl.uint32)
    tl.store(high_ptr + n, tl.umulhi(a, b).to(tl.int64))
    x = tl.load(x_ptr + n)
    tl.store(out_ptr + n, tl.fma(x, x, -1.0))


torch.manual_seed(7)
a, b = torch.randint(0, 2**31, (2, 128))
x = torch.randn(128)
high = torch.empty(128, dtype=torch.int64)
out = torch.empty(128)
product_kernel[(1,)](a, b, x, high, out, 128)
assert torch.equal(high, (a * b) >> 32)
torch.testing.assert_close(out, (x.double() * x.double() - 1).float(), rtol=1e-5, atol=1e-6)
print("high halves hold")
# EXPECT stdout
#| high halves hold
