# RUN: tilewright run %s
"""A square root by Newton's method in a loop that carries a block."""
import torch
import triton
import triton.language as tl


@triton.jit
def newton_kernel(x_ptr, out_ptr, steps, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    guess = x * 0.5 + 0.5
    for _ in range(steps):
        guess = 0.5 * (guess + x / guess)
    tl.store(out_ptr + n, guess)


x = torch.linspace(0.1, 50, 256)
out = torch.empty_like(x)
newton_kernel[(1,)](x, out, 12, 256)
torch.testing.assert_close(out, x.sqrt())
print("roots hold")
# EXPECT stdout
#| roots hold
