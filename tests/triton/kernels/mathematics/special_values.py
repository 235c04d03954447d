# RUN: tilewright run %s
"""Infinities, NaN, zeros and subnormal numbers go through."""
import torch
import triton
import triton.language as tl


@triton.jit
def special_kernel(x_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    tl.store(out_ptr + n, tl.exp(x))
    tl.store(out_ptr + N + n, tl.log(x))
    tl.store(out_ptr + 2 * N + n, tl.sqrt(x))
    tl.store(out_ptr + 3 * N + n, 1.0 / x)
    tl.store(out_ptr + 4 * N + n, x * 0.0)
    tl.store(out_ptr + 5 * N + n, tl.where(x != x, 1.0, 0.0))
    tl.store(out_ptr + 6 * N + n, tl.where(x == float("inf"), 1.0, tl.where(x < 0.0, -1.0, 0.0)))


inf, nan = float("inf"), float("nan")
x = torch.tensor([0.0, -0.0, 1.0, -1.0, inf, -inf, nan, 1e-40])
out = torch.empty(7, 8)
special_kernel[(1,)](x, out, 8)
expected = [x.exp(), x.log(), x.sqrt(), 1 / x, x * 0.0, x.isnan().float(),
            torch.where(x == inf, 1.0, torch.where(x < 0, -1.0, 0.0))]
torch.testing.assert_close(out, torch.stack(expected), equal_nan=True)
print(out[3].tolist())
# EXPECT stdout
#| [inf, -inf, 1.0, -1.0, 0.0, -0.0, nan, inf]
