# RUN: tilewright run %s
"""Loads through blocks of equal pointers and zero strides."""
import torch
import triton
import triton.language as tl


@triton.jit
def expand_kernel(x_ptr, out_ptr, sm, sn, M: tl.constexpr, N: tl.constexpr):
    m = tl.arange(0, M)[:, None]
    n = tl.arange(0, N)[None, :]
    value = tl.load(x_ptr + m * sm + n * sn)
    same = tl.load(x_ptr + tl.zeros((M, N), dtype=tl.int32))
    tl.store(out_ptr + m * N + n, value + same)


x = torch.randn(16)
for view in (x.expand(8, 16), x[:8, None].expand(8, 16)):
    out = torch.empty(8, 16)
    expand_kernel[(1,)](view, out, view.stride(0), view.stride(1), 8, 16)
    torch.testing.assert_close(out, view + x[0])
print("zero strides hold")
# EXPECT stdout
#| zero strides hold
