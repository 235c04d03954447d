# RUN: tilewright run %s
"""Sums of narrow integers are int32, extremes are widened."""
import torch
import triton
import triton.language as tl


@triton.jit
def narrow_kernel(x_ptr, u_ptr, b_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    u = tl.load(u_ptr + n)
    b = tl.load(b_ptr + n)
    tl.static_assert(tl.sum(x, 0).dtype == tl.int32)
    tl.static_assert(tl.sum(u, 0).dtype == tl.uint32)
    tl.static_assert(tl.sum(b, 0).dtype == tl.uint32)
    tl.static_assert(tl.max(x, 0).dtype == tl.int32)
    tl.static_assert(tl.max(x, 0, return_indices=True)[0].dtype == tl.int8)
    tl.store(out_ptr, tl.sum(x, 0))
    tl.store(out_ptr + 1, tl.sum(u, 0).to(tl.int64))
    tl.store(out_ptr + 2, tl.sum(b.to(tl.int32), 0))
    tl.store(out_ptr + 3, tl.max(x, 0))
    tl.store(out_ptr + 4, tl.min(x, 0))
    tl.store(out_ptr + 5, tl.sum(x, 0, dtype=tl.int64))
    tl.store(out_ptr + 6, tl.max(x, 0, return_indices=True)[0])


torch.manual_seed(1)
x = torch.randint(-128, 128, (256,), dtype=torch.int8)
u = torch.randint(0, 256, (256,), dtype=torch.uint8)
b = torch.rand(256) > 0.5
out = torch.empty(7, dtype=torch.int64)
narrow_kernel[(1,)](x, u, b, out, 256)
assert out.tolist() == [x.sum(), u.sum(), b.sum(), x.max(), x.min(), x.sum(), x.max()]
print("wide enough")
# EXPECT stdout
#| wide enough
