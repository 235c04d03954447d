# RUN: tilewright run %s
"""A polynomial by Horner's rule over coefficients in a tuple."""
import torch
import triton
import triton.language as tl


@triton.jit
def polynomial_kernel(x_ptr, out_ptr, n, COEFFICIENTS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0.0)
    value = tl.zeros((BLOCK,), dtype=tl.float32)
    for k in tl.static_range(len(COEFFICIENTS)):
        value = value * x + COEFFICIENTS[k]
    tl.store(out_ptr + i, value, mask=i < n)


x = torch.linspace(-1, 1, 300)
out = torch.empty_like(x)
polynomial_kernel[(3,)](x, out, 300, (2.0, -3.0, 0.5, 1.0), BLOCK=128)
torch.testing.assert_close(out, 2 * x**3 - 3 * x**2 + 0.5 * x + 1)
print("cubic holds")
# EXPECT stdout
#| cubic holds
