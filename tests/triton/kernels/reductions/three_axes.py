# RUN: tilewright run %s
"""Reductions and scans over the middle axis of a 3-D block."""
import torch
import triton
import triton.language as tl


@triton.jit
def middle_kernel(x_ptr, sum_ptr, arg_ptr, scan_ptr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    a = tl.arange(0, A)
    c = tl.arange(0, C)
    index = a[:, None, None] * B * C + tl.arange(0, B)[None, :, None] * C + c[None, None, :]
    x = tl.load(x_ptr + index)
    flat = a[:, None] * C + c[None, :]
    tl.store(sum_ptr + flat, tl.sum(x, axis=1))
    tl.store(arg_ptr + flat, tl.argmax(x, axis=1))
    tl.store(scan_ptr + index, tl.cumsum(x, axis=1))


torch.manual_seed(15)
x = torch.randn(4, 16, 8)
sums, arg, scan = torch.empty(4, 8), torch.empty(4, 8, dtype=torch.int32), torch.empty_like(x)
middle_kernel[(1,)](x, sums, arg, scan, 4, 16, 8)
torch.testing.assert_close(sums, x.sum(1))
assert torch.equal(arg.long(), x.argmax(1))
torch.testing.assert_close(scan, x.cumsum(1))
print("middle axis holds")
# EXPECT stdout
#| middle axis holds
