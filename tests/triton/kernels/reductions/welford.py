# RUN: tilewright run %s
"""Mean and variance in one pass: a reduction over three tensors."""
import torch
import triton
import triton.language as tl


@triton.jit
def combine(mean_a, m2_a, weight_a, mean_b, m2_b, weight_b):
    delta = mean_b - mean_a
    weight = weight_a + weight_b
    share = tl.where(weight == 0.0, 0.0, weight_b / weight)
    return mean_a + delta * share, m2_a + m2_b + delta * delta * weight_a * share, weight


@triton.jit
def welford_kernel(x_ptr, mean_ptr, variance_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    mask = i < n
    x = tl.load(x_ptr + row * n + i, mask=mask, other=0.0)
    mean, m2, weight = tl.reduce((x, tl.zeros_like(x), mask.to(tl.float32)), 0, combine)
    tl.store(mean_ptr + row, mean)
    tl.store(variance_ptr + row, m2 / weight)


torch.manual_seed(4)
x = torch.randn(10, 100) * 3 + 50
mean, variance = torch.empty(10), torch.empty(10)
welford_kernel[(10,)](x, mean, variance, 100, BLOCK=128)
torch.testing.assert_close(mean, x.mean(1))
torch.testing.assert_close(variance, x.var(1, unbiased=False), rtol=1e-4, atol=1e-4)
print("variance holds")
# EXPECT stdout
#| variance holds
