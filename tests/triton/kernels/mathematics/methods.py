# RUN: tilewright run %s
# NOT IN INTERPRETER: sum, max and min are no methods
"""The same functions called as methods of a block."""
import torch
import triton
import triton.language as tl


@triton.jit
def methods_kernel(x_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    tl.store(out_ptr + n, x.abs().sqrt() + x.exp())
    tl.store(out_ptr + N + n, x.sigmoid() * x.cos())
    tl.store(out_ptr + 2 * N + n, x.floor() + x.ceil())
    tl.store(out_ptr + 3 * N, x.sum() + x.max() - x.min())
    tl.store(out_ptr + 3 * N + 1, x.to(tl.float64).sum(axis=0))


x = torch.linspace(-2, 2, 64)
out = torch.zeros(4, 64)
methods_kernel[(1,)](x, out, 64)
torch.testing.assert_close(out[0], x.abs().sqrt() + x.exp())
torch.testing.assert_close(out[1], x.sigmoid() * x.cos())
torch.testing.assert_close(out[2], x.floor() + x.ceil())
torch.testing.assert_close(out[3, :2], torch.tensor([4.0, 0.0]), atol=1e-5, rtol=0)
print("methods hold")
# EXPECT stdout
#| methods hold
