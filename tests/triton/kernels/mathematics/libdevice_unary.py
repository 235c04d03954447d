# RUN: tilewright run %s
# NOT IN INTERPRETER: libdevice is not implemented
"""Functions of libdevice with one argument."""
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def unary_kernel(x_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    tl.store(out_ptr + n, libdevice.tanh(x))
    tl.store(out_ptr + N + n, libdevice.asin(x))
    tl.store(out_ptr + 2 * N + n, libdevice.acos(x))
    tl.store(out_ptr + 3 * N + n, libdevice.atan(x))
    tl.store(out_ptr + 4 * N + n, libdevice.sinh(x))
    tl.store(out_ptr + 5 * N + n, libdevice.cosh(x))
    tl.store(out_ptr + 6 * N + n, libdevice.asinh(x))
    tl.store(out_ptr + 7 * N + n, libdevice.acosh(x + 2.5))
    tl.store(out_ptr + 8 * N + n, libdevice.atanh(x * 0.9))
    tl.store(out_ptr + 9 * N + n, libdevice.tan(x))
    tl.store(out_ptr + 10 * N + n, libdevice.expm1(x))
    tl.store(out_ptr + 11 * N + n, libdevice.log1p(x * 0.9))
    tl.store(out_ptr + 12 * N + n, libdevice.log10(x + 2.5))
    tl.store(out_ptr + 13 * N + n, libdevice.exp10(x))
    tl.store(out_ptr + 14 * N + n, libdevice.erfc(x))
    tl.store(out_ptr + 15 * N + n, libdevice.erfinv(x * 0.9))
    tl.store(out_ptr + 16 * N + n, libdevice.lgamma(x + 2.5))
    tl.store(out_ptr + 17 * N + n, libdevice.cbrt(x))
    tl.store(out_ptr + 18 * N + n, libdevice.fast_expf(x))
    tl.store(out_ptr + 19 * N + n, libdevice.rsqrt(x + 2.5))


x = torch.linspace(-1, 1, 256)
expected = [x.tanh(), x.asin(), x.acos(), x.atan(), x.sinh(), x.cosh(), x.asinh(), (x + 2.5).acosh(), (x * 0.9).atanh(),
            x.tan(), x.expm1(), (x * 0.9).log1p(), (x + 2.5).log10(), torch.pow(10.0, x), x.erfc(), (x * 0.9).erfinv(),
            (x + 2.5).lgamma(), x.sign() * x.abs().pow(1 / 3), x.exp(), (x + 2.5).rsqrt()]
out = torch.empty(20, 256)
unary_kernel[(1,)](x, out, 256)
torch.testing.assert_close(out, torch.stack(expected), rtol=2e-5, atol=2e-6)
print(len(expected), "functions hold")
# EXPECT stdout
#| 20 functions hold
