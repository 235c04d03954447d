# RUN: tilewright run %s
"""Smooth L1, mean squared and binary cross entropy, one sum for all by atomics."""
import torch
import triton
import triton.language as tl


@triton.jit
def losses_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    x = tl.load(x_ptr + i, mask=mask, other=0.0)
    y = tl.load(y_ptr + i, mask=mask, other=0.0)
    distance = tl.abs(x - y)
    smooth = tl.where(distance < 1.0, 0.5 * distance * distance, distance - 0.5)
    squared = distance * distance
    binary = tl.where(mask, tl.maximum(x, 0.0) - x * y + tl.log(1 + tl.exp(-tl.abs(x))), 0.0)
    tl.atomic_add(out_ptr, tl.sum(smooth, axis=0) / n)
    tl.atomic_add(out_ptr + 1, tl.sum(squared, axis=0) / n)
    tl.atomic_add(out_ptr + 2, tl.sum(binary, axis=0) / n)


torch.manual_seed(2)
x, y = torch.randn(1000) * 2, torch.rand(1000)
out = torch.zeros(3)
losses_kernel[(triton.cdiv(1000, 128),)](x, y, out, 1000, BLOCK=128)
functional = torch.nn.functional
expected = [functional.smooth_l1_loss(x, y), functional.mse_loss(x, y), functional.binary_cross_entropy_with_logits(x, y)]
torch.testing.assert_close(out, torch.stack(expected), rtol=1e-4, atol=1e-5)
print("three losses hold")
# EXPECT stdout
#| three losses hold
