# RUN: tilewright run %s
# NOT IN INTERPRETER: libdevice is not implemented
"""Tests of floats, and rounding to whole numbers."""
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def test_kernel(x_ptr, flags_ptr, out_ptr, long_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    tl.store(flags_ptr + n, libdevice.isnan(x).to(tl.int1))
    tl.store(flags_ptr + N + n, libdevice.isinf(x).to(tl.int1))
    tl.store(flags_ptr + 2 * N + n, libdevice.finitef(x).to(tl.int1))
    tl.store(flags_ptr + 3 * N + n, libdevice.signbit(x).to(tl.int1))
    tl.store(out_ptr + n, libdevice.rint(x))
    tl.store(out_ptr + N + n, libdevice.round(x))
    tl.store(out_ptr + 2 * N + n, libdevice.trunc(x))
    tl.store(out_ptr + 3 * N + n, libdevice.nearbyint(x))
    bounded = tl.where(tl.abs(x) < 100.0, x, 0.0)
    tl.store(long_ptr + n, libdevice.llrint(bounded))
    tl.store(long_ptr + N + n, libdevice.llround(bounded))


inf, nan = float("inf"), float("nan")
x = torch.tensor([0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 2.4, -2.6, 0.0, -0.0, inf, -inf, nan, 3.0, 1e10, -7.5])
flags = torch.empty(4, 16, dtype=torch.bool)
out = torch.empty(4, 16)
longs = torch.empty(2, 16, dtype=torch.int64)
test_kernel[(1,)](x, flags, out, longs, 16)
assert torch.equal(flags, torch.stack([x.isnan(), x.isinf(), x.isfinite(), x.signbit()]))
away = x.sign() * (x.abs() + 0.5).floor()
torch.testing.assert_close(out, torch.stack([x.round(), away, x.trunc(), x.round()]), equal_nan=True)
bounded = torch.where(x.abs() < 100, x, 0.0)
assert torch.equal(longs[0], bounded.round().long())
print(longs.tolist())
# EXPECT stdout
#| [[0, 2, 2, 0, -2, -2, 2, -3, 0, 0, 0, 0, 0, 3, 0, -8], [1, 2, 3, -1, -2, -3, 2, -3, 0, 0, 0, 0, 0, 3, 0, -8]]
