# RUN: tilewright run %s
"""div_rn and sqrt_rn give the nearest float; fdiv one of two units in the last place, whatever ieee_rounding says."""
import torch
import triton
import triton.language as tl


@triton.jit
def exact_kernel(x_ptr, y_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    y = tl.load(y_ptr + n)
    tl.store(out_ptr + n, tl.div_rn(x, y))
    tl.store(out_ptr + N + n, tl.sqrt_rn(tl.abs(x)))
    tl.store(out_ptr + 2 * N + n, tl.fdiv(x, y, ieee_rounding=True))


torch.manual_seed(1)
x, y = torch.randn(2, 1024)
out = torch.empty(3, 1024)
exact_kernel[(1,)](x, y, out, 1024)
assert torch.equal(out[:2], torch.stack([x / y, x.abs().double().sqrt().float()]))
torch.testing.assert_close(out[2], x / y, rtol=3e-7, atol=0)
print("bit for bit")
# EXPECT stdout
#| bit for bit
