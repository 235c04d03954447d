# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def scaled_square(x_ptr, out_ptr, scale, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0.0)
    tl.store(out_ptr + i, x * x * scale, mask=i < n)


@triton.jit
def scaled_square_backward(x_ptr, g_ptr, out_ptr, scale, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0.0)
    g = tl.load(g_ptr + i, mask=i < n, other=0.0)
    tl.store(out_ptr + i, 2 * x * g * scale, mask=i < n)


class ScaledSquare(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        out = torch.empty_like(x)
        scaled_square[(triton.cdiv(x.numel(), 64),)](x, out, scale, x.numel(), BLOCK=64)
        ctx.save_for_backward(x)
        ctx.scale = scale
        return out

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        gradient = gradient.contiguous()
        out = torch.empty_like(x)
        scaled_square_backward[(triton.cdiv(x.numel(), 64),)](x, gradient, out, ctx.scale, x.numel(), BLOCK=64)
        return out, None


torch.manual_seed(0)
x = torch.randn(10, 20, device="cuda", requires_grad=True)
w = torch.randn(20, 3, device="cuda", requires_grad=True)
loss = (ScaledSquare.apply(x, 3.0) @ w).relu().sum()
loss.backward()
again = x.detach().clone().requires_grad_()
other = w.detach().clone().requires_grad_()
((again * again * 3.0) @ other).relu().sum().backward()
torch.testing.assert_close(x.grad, again.grad)
torch.testing.assert_close(w.grad, other.grad)
print(loss.grad_fn.name(), x.grad.device, ScaledSquare.apply(x, 1.0).grad_fn.name())
(gradient,) = torch.autograd.grad(ScaledSquare.apply(x, 0.5).sum(), x)
print(torch.allclose(gradient, x))
# EXPECT stdout
#| SumBackward0 cuda:0 ScaledSquareBackward
#| True
