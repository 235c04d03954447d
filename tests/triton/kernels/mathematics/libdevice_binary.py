# RUN: tilewright run %s
# NOT IN INTERPRETER: libdevice is not implemented
"""Functions of libdevice with two arguments."""
import torch
import triton
import triton.language as tl
from triton.language.extra.cuda import libdevice


@triton.jit
def binary_kernel(x_ptr, y_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    y = tl.load(y_ptr + n)
    tl.store(out_ptr + n, libdevice.pow(tl.abs(x), y))
    tl.store(out_ptr + N + n, libdevice.atan2(x, y))
    tl.store(out_ptr + 2 * N + n, libdevice.fmod(x, y))
    tl.store(out_ptr + 3 * N + n, libdevice.hypot(x, y))
    tl.store(out_ptr + 4 * N + n, libdevice.copysign(x, y))
    tl.store(out_ptr + 5 * N + n, libdevice.nextafter(x, y))
    tl.store(out_ptr + 6 * N + n, libdevice.div_rn(x, y))
    tl.store(out_ptr + 7 * N + n, libdevice.fast_dividef(x, y))
    tl.store(out_ptr + 8 * N + n, libdevice.fma(x, y, x))
    tl.store(out_ptr + 9 * N + n, libdevice.pow(x, 2.0))


torch.manual_seed(0)
x, y = torch.randn(256), torch.randn(256)
expected = [x.abs().pow(y), torch.atan2(x, y), torch.fmod(x, y), torch.hypot(x, y), torch.copysign(x, y),
            torch.nextafter(x, y), x / y, x / y, x * y + x, x * x]
out = torch.empty(10, 256)
binary_kernel[(1,)](x, y, out, 256)
torch.testing.assert_close(out, torch.stack(expected), rtol=1e-5, atol=1e-6)
assert torch.equal(out[5], expected[5])
print(len(expected), "functions hold")
# EXPECT stdout
#| 10 functions hold
