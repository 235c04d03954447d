# RUN: tilewright run %s
"""atomic_max and atomic_min of floats of both signs."""
import torch
import triton
import triton.language as tl


@triton.jit
def extreme_kernel(x_ptr, high_ptr, low_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0.0)
    tl.atomic_max(high_ptr + i % 8, x, mask=i < n)
    tl.atomic_min(low_ptr + i % 8, x, mask=i < n)


torch.manual_seed(0)
for shift in (-10.0, 0.0, 10.0):
    x = torch.randn(1000) + shift
    high, low = torch.full((8,), -1e30), torch.full((8,), 1e30)
    extreme_kernel[(8,)](x, high, low, 1000, BLOCK=128)
    columns = x.view(125, 8)
    assert torch.equal(high, columns.max(0).values) and torch.equal(low, columns.min(0).values)
print("extremes hold")
# EXPECT stdout
#| extremes hold
