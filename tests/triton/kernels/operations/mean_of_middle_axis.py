# RUN: tilewright run %s
"""Mean and variance over the middle axis of a 3-D tensor, tile by tile."""
import torch
import triton
import triton.language as tl


@triton.jit
def moments_kernel(x_ptr, mean_ptr, var_ptr, N, K, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0)
    k = tl.program_id(1) * BK + tl.arange(0, BK)
    total = tl.zeros((BK,), dtype=tl.float32)
    squares = tl.zeros((BK,), dtype=tl.float32)
    for start in range(0, N, BN):
        n = start + tl.arange(0, BN)
        mask = (n[:, None] < N) & (k[None, :] < K)
        x = tl.load(x_ptr + (m * N + n[:, None]) * K + k[None, :], mask=mask, other=0.0)
        total += tl.sum(x, axis=0)
        squares += tl.sum(x * x, axis=0)
    mean = total / N
    tl.store(mean_ptr + m * K + k, mean, mask=k < K)
    tl.store(var_ptr + m * K + k, squares / N - mean * mean, mask=k < K)


torch.manual_seed(2)
x = torch.randn(3, 45, 20)
mean, variance = torch.empty(3, 20), torch.empty(3, 20)
moments_kernel[(3, 2)](x, mean, variance, 45, 20, BN=16, BK=16)
torch.testing.assert_close(mean, x.mean(1), rtol=1e-4, atol=1e-5)
torch.testing.assert_close(variance, x.var(1, unbiased=False), rtol=1e-4, atol=1e-4)
print(tuple(mean.shape))
# EXPECT stdout
#| (3, 20)
