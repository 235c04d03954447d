# RUN: tilewright run %s
"""Sparsemax by sorting and a running sum; most entries become zero."""
import torch
import triton
import triton.language as tl


@triton.jit
def sparsemax_kernel(x_ptr, out_ptr, N: tl.constexpr):
    row = tl.program_id(0)
    n = tl.arange(0, N)
    x = tl.load(x_ptr + row * N + n)
    ordered = tl.sort(x, descending=True)
    running = tl.cumsum(ordered, axis=0)
    inside = 1 + (n + 1) * ordered > running
    count = tl.sum(inside.to(tl.int32), axis=0)
    threshold = (tl.sum(tl.where(inside, ordered, 0.0), axis=0) - 1) / count
    tl.store(out_ptr + row * N + n, tl.maximum(x - threshold, 0.0))


torch.manual_seed(3)
x = torch.randn(8, 32)
out = torch.empty_like(x)
sparsemax_kernel[(8,)](x, out, 32)
torch.testing.assert_close(out.sum(1), torch.ones(8))
ordered = x.sort(1, descending=True).values
inside = 1 + torch.arange(1, 33) * ordered > ordered.cumsum(1)
threshold = ((ordered * inside).sum(1) - 1) / inside.sum(1)
torch.testing.assert_close(out, (x - threshold[:, None]).clamp(min=0), rtol=1e-5, atol=1e-6)
print("zeros:", bool((out == 0).float().mean() > 0.7))
# EXPECT stdout
#| zeros: True
