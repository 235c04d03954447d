# RUN: tilewright run %s
"""The functions of triton.language against torch."""
import torch
import triton
import triton.language as tl


@triton.jit
def functions_kernel(x_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    positive = tl.abs(x) + 0.125
    tl.store(out_ptr + n, tl.exp(x))
    tl.store(out_ptr + N + n, tl.exp2(x))
    tl.store(out_ptr + 2 * N + n, tl.log(positive))
    tl.store(out_ptr + 3 * N + n, tl.log2(positive))
    tl.store(out_ptr + 4 * N + n, tl.sin(x))
    tl.store(out_ptr + 5 * N + n, tl.cos(x))
    tl.store(out_ptr + 6 * N + n, tl.sqrt(positive))
    tl.store(out_ptr + 7 * N + n, tl.rsqrt(positive))
    tl.store(out_ptr + 8 * N + n, tl.erf(x))
    tl.store(out_ptr + 9 * N + n, tl.floor(x))
    tl.store(out_ptr + 10 * N + n, tl.ceil(x))
    tl.store(out_ptr + 11 * N + n, tl.sigmoid(x))
    tl.store(out_ptr + 12 * N + n, tl.math.exp2(x) + tl.math.log(positive))


for dtype, tolerance in ((torch.float32, 1e-5), (torch.float64, 1e-12)):
    x = torch.linspace(-6, 6, 1024, dtype=dtype)
    p = x.abs() + 0.125
    out = torch.empty(13, 1024, dtype=dtype)
    functions_kernel[(1,)](x, out, 1024)
    expected = [x.exp(), x.exp2(), p.log(), p.log2(), x.sin(), x.cos(), p.sqrt(), p.rsqrt(), x.erf(), x.floor(),
                x.ceil(), x.sigmoid(), x.exp2() + p.log()]
    torch.testing.assert_close(out, torch.stack(expected), rtol=tolerance, atol=tolerance)
    print(dtype, "holds")
# EXPECT stdout
#| torch.float32 holds
#| torch.float64 holds
