# RUN: tilewright run %s
"""Row softmax forward and backward, and log-softmax, masked to the row's width."""
import torch
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x_ptr, y_ptr, N, LOG: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    n = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * N + n, mask=n < N, other=float("-inf"))
    x = x - tl.max(x, axis=0)
    total = tl.sum(tl.exp(x), axis=0)
    if LOG:
        y = x - tl.log(total)
    else:
        y = tl.exp(x) / total
    tl.store(y_ptr + row * N + n, y, mask=n < N)


@triton.jit
def gradient_kernel(y_ptr, dy_ptr, dx_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    n = tl.arange(0, BLOCK)
    y = tl.load(y_ptr + row * N + n, mask=n < N, other=0.0)
    dy = tl.load(dy_ptr + row * N + n, mask=n < N, other=0.0)
    tl.store(dx_ptr + row * N + n, y * (dy - tl.sum(y * dy, axis=0)), mask=n < N)


torch.manual_seed(3)
x = (torch.randn(30, 100) * 5).requires_grad_()
dy = torch.randn(30, 100)
y, log_y, dx = torch.empty(3, 30, 100)
softmax_kernel[(30,)](x.detach(), y, 100, LOG=False, BLOCK=128)
softmax_kernel[(30,)](x.detach(), log_y, 100, LOG=True, BLOCK=128)
gradient_kernel[(30,)](y, dy, dx, 100, BLOCK=128)
x.softmax(1).backward(dy)
torch.testing.assert_close(y, x.detach().softmax(1), rtol=1e-5, atol=1e-6)
torch.testing.assert_close(log_y, x.detach().log_softmax(1), rtol=1e-5, atol=1e-5)
torch.testing.assert_close(dx, x.grad, rtol=1e-4, atol=1e-5)
print("softmax and its gradient hold")
# EXPECT stdout
#| softmax and its gradient hold
