# RUN: tilewright run %s
"""A tuple reduction of running maximum and scaled sum."""
import torch
import triton
import triton.language as tl


@triton.jit
def merge(max_a, sum_a, max_b, sum_b):
    top = tl.maximum(max_a, max_b)
    return top, sum_a * tl.exp(max_a - top) + sum_b * tl.exp(max_b - top)


@triton.jit
def lse_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n + i, mask=i < n, other=-1e30)
    top, total = tl.reduce((x, tl.full((BLOCK,), 1.0, tl.float32)), 0, merge)
    tl.store(out_ptr + row, top + tl.log(total))


torch.manual_seed(5)
x = torch.randn(12, 60) * 10
out = torch.empty(12)
lse_kernel[(12,)](x, out, 60, BLOCK=64)
torch.testing.assert_close(out, x.logsumexp(1), rtol=1e-5, atol=1e-5)
print("log-sum-exp holds")
# EXPECT stdout
#| log-sum-exp holds
