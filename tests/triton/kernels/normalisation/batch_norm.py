# RUN: tilewright run %s
"""BatchNorm in training: statistics by channel, running values changed in place."""
import torch
import triton
import triton.language as tl


@triton.jit
def batch_norm_kernel(x_ptr, y_ptr, mean_ptr, variance_ptr, B, C, S, momentum, eps, BLOCK: tl.constexpr):
    c = tl.program_id(0)
    count = B * S
    i = tl.arange(0, BLOCK)
    mask = i < count
    index = (i // S * C + c) * S + i % S
    x = tl.load(x_ptr + index, mask=mask, other=0.0)
    mean = tl.sum(x, axis=0) / count
    centred = tl.where(mask, x - mean, 0.0)
    variance = tl.sum(centred * centred, axis=0) / count
    tl.store(y_ptr + index, centred * tl.rsqrt(variance + eps), mask=mask)
    running = tl.load(mean_ptr + c)
    tl.store(mean_ptr + c, running + momentum * (mean - running))
    running = tl.load(variance_ptr + c)
    tl.store(variance_ptr + c, running + momentum * (variance * count / (count - 1) - running))


torch.manual_seed(5)
x = torch.randn(4, 3, 5, 5) * 2 + 1
norm = torch.nn.BatchNorm2d(3, affine=False)
mean, variance = torch.zeros(3), torch.ones(3)
y = torch.empty_like(x)
batch_norm_kernel[(3,)](x, y, mean, variance, 4, 3, 25, 0.1, 1e-5, BLOCK=128)
torch.testing.assert_close(y, norm(x), rtol=1e-4, atol=1e-5)
torch.testing.assert_close(mean, norm.running_mean)
torch.testing.assert_close(variance, norm.running_var)
print("running values hold")
# EXPECT stdout
#| running values hold
