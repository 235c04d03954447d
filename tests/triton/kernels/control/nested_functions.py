# RUN: tilewright run %s
"""Jit functions that call others, return tuples, take defaults and keywords."""
import torch
import triton
import triton.language as tl


@triton.jit
def square(x):
    return x * x


@triton.jit
def moments(x, weight, scale=1.0):
    mean = tl.sum(x * weight, axis=0) * scale
    return mean, tl.sum(square(x) * weight, axis=0) * scale


@triton.jit
def clip(x, low: tl.constexpr = -1.0, high: tl.constexpr = 1.0):
    if x.dtype == tl.float32:
        return tl.minimum(tl.maximum(x, low), high)
    else:
        return x


@triton.jit
def nested_kernel(x_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    mean, second = moments(x, 1.0 / N)
    tl.store(out_ptr, mean)
    tl.store(out_ptr + 1, second - square(mean))
    _, doubled = moments(clip(x, high=0.5), weight=tl.full((N,), 1.0 / N, tl.float32), scale=2.0)
    tl.store(out_ptr + 2, doubled)
    tl.store(out_ptr + 3, tl.sum(clip(n), axis=0))


x = torch.randn(128)
out = torch.empty(4)
nested_kernel[(1,)](x, out, 128)
expected = [x.mean(), x.var(unbiased=False), 2 * (x.clamp(-1, 0.5) ** 2).mean(), torch.tensor(8128.0)]
torch.testing.assert_close(out, torch.stack(expected), rtol=1e-4, atol=1e-5)
print("nested calls hold")
# EXPECT stdout
#| nested calls hold
