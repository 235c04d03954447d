# RUN: tilewright run %s
"""tl.reduce with a combine function of this file: product, and-all, largest magnitude."""
import torch
import triton
import triton.language as tl


@triton.jit
def multiply(a, b):
    return a * b


@triton.jit
def both(a, b):
    return a & b


@triton.jit
def larger_magnitude(a, b):
    return tl.where(tl.abs(a) >= tl.abs(b), a, b)


@triton.jit
def reduce_kernel(x_ptr, out_ptr, flag_ptr, M: tl.constexpr, N: tl.constexpr):
    m = tl.arange(0, M)
    x = tl.load(x_ptr + m[:, None] * N + tl.arange(0, N)[None, :])
    tl.store(out_ptr + m, tl.reduce(x, 1, multiply))
    tl.store(out_ptr + M + m, tl.reduce(x, axis=1, combine_fn=larger_magnitude))
    kept = tl.reduce(x, 1, larger_magnitude, keep_dims=True)
    tl.store(out_ptr + 2 * M + m, tl.sum(x + kept * 0.0, axis=1))
    tl.store(flag_ptr + m, tl.reduce((x > -1.5).to(tl.int32), 1, both))


torch.manual_seed(3)
x = torch.randn(16, 8)
out, flag = torch.empty(3, 16), torch.empty(16, dtype=torch.int32)
reduce_kernel[(1,)](x, out, flag, 16, 8)
largest = x.gather(1, x.abs().argmax(1, keepdim=True))[:, 0]
torch.testing.assert_close(out, torch.stack([x.prod(1), largest, x.sum(1)]))
assert torch.equal(flag.bool(), (x > -1.5).all(1))
print(flag.tolist())
# EXPECT stdout
#| [0, 1, 0, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 1]
