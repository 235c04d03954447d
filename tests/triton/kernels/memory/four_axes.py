# RUN: tilewright run %s
"""A 4-D tensor with any strides, indexed by taking a flat index apart."""
import torch
import triton
import triton.language as tl


@triton.jit
def permute_kernel(x_ptr, out_ptr, n, B, C, H, W, sb, sc, sh, sw, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    w = i % W
    h = (i // W) % H
    c = (i // (W * H)) % C
    b = i // (W * H * C)
    tl.store(out_ptr + i, tl.load(x_ptr + b * sb + c * sc + h * sh + w * sw, mask=mask), mask=mask)


x = torch.randn(3, 5, 7, 9)
for order in ((0, 2, 3, 1), (3, 1, 0, 2), (1, 0, 3, 2)):
    view = x.permute(order)
    out = torch.empty(view.shape)
    permute_kernel[(triton.cdiv(x.numel(), 128),)](view, out, x.numel(), *view.shape, *view.stride(), BLOCK=128)
    assert torch.equal(out, view)
    print(order, tuple(out.shape))
# EXPECT stdout
#| (0, 2, 3, 1) (3, 7, 9, 5)
#| (3, 1, 0, 2) (9, 5, 3, 7)
#| (1, 0, 3, 2) (5, 3, 9, 7)
