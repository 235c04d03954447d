# RUN: tilewright run %s
"""Reductions of float16 stay in float16, extremes become float32."""
import torch
import triton
import triton.language as tl


@triton.jit
def half_kernel(x_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    tl.static_assert(tl.sum(x, 0).dtype == tl.float16)
    tl.static_assert(tl.max(x, 0).dtype == tl.float32)
    tl.store(out_ptr, tl.sum(x, 0))
    tl.store(out_ptr + 1, tl.max(x, 0))
    tl.store(out_ptr + 2, tl.sum(x.to(tl.float32), 0))


x = (torch.arange(128) % 16 - 8).half()
out = torch.empty(3)
half_kernel[(1,)](x, out, 128)
print(out.tolist())
assert out.tolist() == [x.float().sum(), 7, x.float().sum()]
# EXPECT stdout
#| [-64.0, 7.0, -64.0]
