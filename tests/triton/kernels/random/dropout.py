# RUN: tilewright run %s
"""Dropout from a seed: the backward pass makes the same mask again."""
import torch
import triton
import triton.language as tl


@triton.jit
def dropout_kernel(x_ptr, out_ptr, n, p, seed, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    x = tl.load(x_ptr + i, mask=mask, other=0.0)
    keep = tl.rand(seed, i) > p
    tl.store(out_ptr + i, tl.where(keep, x / (1 - p), 0.0), mask=mask)


class Dropout(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, p, seed):
        ctx.p, ctx.seed = p, seed
        return Dropout.apply_mask(x, p, seed)

    @staticmethod
    def backward(ctx, grad):
        return Dropout.apply_mask(grad, ctx.p, ctx.seed), None, None

    @staticmethod
    def apply_mask(x, p, seed):
        out = torch.empty_like(x)
        dropout_kernel[(triton.cdiv(x.numel(), 256),)](x, out, x.numel(), p, seed, BLOCK=256)
        return out


x = torch.ones(10000, requires_grad=True)
y = Dropout.apply(x, 0.3, 11)
y.backward(torch.full_like(y, 2.0))
assert torch.equal(x.grad, y.detach() * 2)
kept = (y != 0).float().mean().item()
assert abs(kept - 0.7) < 0.02
print("kept about", round(kept, 1))
# EXPECT stdout
#| kept about 0.7
