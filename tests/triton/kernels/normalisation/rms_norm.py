# RUN: tilewright run %s
"""RMSNorm forward and backward with a residual added first."""
import torch
import triton
import triton.language as tl


@triton.jit
def forward_kernel(x_ptr, r_ptr, w_ptr, y_ptr, sum_ptr, rstd_ptr, N, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    n = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * N + n, mask=n < N, other=0.0) + tl.load(r_ptr + row * N + n, mask=n < N, other=0.0)
    rstd = tl.rsqrt(tl.sum(x * x, axis=0) / N + eps)
    tl.store(sum_ptr + row * N + n, x, mask=n < N)
    tl.store(y_ptr + row * N + n, x * rstd * tl.load(w_ptr + n, mask=n < N, other=0.0), mask=n < N)
    tl.store(rstd_ptr + row, rstd)


@triton.jit
def backward_kernel(x_ptr, w_ptr, dy_ptr, rstd_ptr, dx_ptr, dw_ptr, N, rows, rows_each, BLOCK: tl.constexpr):
    n = tl.arange(0, BLOCK)
    w = tl.load(w_ptr + n, mask=n < N, other=0.0)
    dw = tl.zeros((BLOCK,), dtype=tl.float32)
    first = tl.program_id(0) * rows_each
    for row in range(first, min(first + rows_each, rows)):
        x = tl.load(x_ptr + row * N + n, mask=n < N, other=0.0)
        dy = tl.load(dy_ptr + row * N + n, mask=n < N, other=0.0)
        rstd = tl.load(rstd_ptr + row)
        m = dy * w
        dx = rstd * m - rstd * rstd * rstd * x * (tl.sum(m * x, axis=0) / N)
        tl.store(dx_ptr + row * N + n, dx, mask=n < N)
        dw += dy * x * rstd
    tl.store(dw_ptr + tl.program_id(0) * N + n, dw, mask=n < N)


torch.manual_seed(1)
M, N = 19, 40
x, r, dy = torch.randn(3, M, N)
w = torch.rand(N, requires_grad=True)
y, total, rstd = torch.empty(M, N), torch.empty(M, N), torch.empty(M)
forward_kernel[(M,)](x, r, w.detach(), y, total, rstd, N, 1e-6, BLOCK=64)
h = (x + r).requires_grad_()
expected = h * (h.pow(2).mean(1, keepdim=True) + 1e-6).rsqrt() * w
torch.testing.assert_close(y, expected.detach(), rtol=1e-4, atol=1e-5)
dx, dw = torch.empty(M, N), torch.empty(4, N)
backward_kernel[(4,)](total, w.detach(), dy, rstd, dx, dw, N, M, 5, BLOCK=64)
expected.backward(dy)
torch.testing.assert_close(dx, h.grad, rtol=1e-4, atol=1e-5)
torch.testing.assert_close(dw.sum(0), w.grad, rtol=1e-4, atol=1e-5)
print("RMSNorm and its gradients hold")
# EXPECT stdout
#| RMSNorm and its gradients hold
