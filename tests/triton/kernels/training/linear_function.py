# RUN: tilewright run %s
"""A linear layer as an autograd.Function: three products, one kernel."""
import torch
import triton
import triton.language as tl


@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, M, N, K, am, ak, bk, bn, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    n = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, K, BK):
        k = start + tl.arange(0, BK)
        a = tl.load(a_ptr + m * am + k[None, :] * ak, mask=(m < M) & (k[None, :] < K), other=0.0)
        b = tl.load(b_ptr + k[:, None] * bk + n * bn, mask=(k[:, None] < K) & (n < N), other=0.0)
        acc = tl.dot(a, b, acc, input_precision="ieee")
    tl.store(c_ptr + m * N + n, acc, mask=(m < M) & (n < N))


def matmul(a, b):
    (M, K), N = a.shape, b.shape[1]
    c = torch.empty(M, N)
    matmul_kernel[(triton.cdiv(M, 16), triton.cdiv(N, 16))](a, b, c, M, N, K, *a.stride(), *b.stride(), BM=16, BN=16, BK=16)
    return c


class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w):
        ctx.save_for_backward(x, w)
        return matmul(x, w.t())

    @staticmethod
    def backward(ctx, dy):
        x, w = ctx.saved_tensors
        dx = matmul(dy, w) if ctx.needs_input_grad[0] else None
        return dx, matmul(dy.t(), x)


torch.manual_seed(4)
x, w = torch.randn(20, 30, requires_grad=True), torch.randn(10, 30, requires_grad=True)
y = Linear.apply(x, w)
(y * y).sum().backward()
actual = [y.detach(), x.grad.clone(), w.grad.clone()]
x.grad = w.grad = None
reference = torch.nn.functional.linear(x, w)
(reference * reference).sum().backward()
for mine, theirs in zip(actual, (reference.detach(), x.grad, w.grad)):
    torch.testing.assert_close(mine, theirs, rtol=1e-3, atol=1e-3)
print("value and both gradients hold")
# EXPECT stdout
#| value and both gradients hold
