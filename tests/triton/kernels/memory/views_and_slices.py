# RUN: tilewright run %s
"""Tensors that start inside a storage, sliced, offset and stepped."""
import torch
import triton
import triton.language as tl


@triton.jit
def double_kernel(x_ptr, out_ptr, n, stride, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out_ptr + i, tl.load(x_ptr + i * stride, mask=i < n, other=0) * 2, mask=i < n)


x = torch.arange(100)
for view in (x[10:30], x[1::7], x.view(10, 10)[:, 3], x.view(10, 10).diagonal(), x[90:]):
    out = torch.empty(view.numel(), dtype=torch.int64)
    double_kernel[(1,)](view, out, view.numel(), view.stride(0), BLOCK=32)
    assert torch.equal(out, view * 2)
    print(out[:3].tolist())
# EXPECT stdout
#| [20, 22, 24]
#| [2, 16, 30]
#| [6, 26, 46]
#| [0, 22, 44]
#| [180, 182, 184]
