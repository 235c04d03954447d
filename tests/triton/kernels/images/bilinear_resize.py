# RUN: tilewright run %s
"""Bilinear interpolation with clamped corners."""
import torch
import triton
import triton.language as tl


@triton.jit
def resize_kernel(x_ptr, out_ptr, n, H, W, OH, OW, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    plane, oh, ow = i // (OH * OW), i // OW % OH, i % OW
    y = tl.maximum((oh + 0.5) * H / OH - 0.5, 0.0)
    x = tl.maximum((ow + 0.5) * W / OW - 0.5, 0.0)
    top, left = tl.floor(y).to(tl.int32), tl.floor(x).to(tl.int32)
    bottom, right = tl.minimum(top + 1, H - 1), tl.minimum(left + 1, W - 1)
    fy, fx = y - top, x - left
    base = x_ptr + plane * H * W
    a = tl.load(base + top * W + left, mask=mask, other=0.0)
    b = tl.load(base + top * W + right, mask=mask, other=0.0)
    c = tl.load(base + bottom * W + left, mask=mask, other=0.0)
    d = tl.load(base + bottom * W + right, mask=mask, other=0.0)
    value = (a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy
    tl.store(out_ptr + i, value, mask=mask)


torch.manual_seed(2)
x = torch.randn(1, 2, 7, 9)
expected = torch.nn.functional.interpolate(x, size=(13, 11), mode="bilinear", align_corners=False)
out = torch.empty(expected.shape)
resize_kernel[(triton.cdiv(out.numel(), 128),)](x, out, out.numel(), 7, 9, 13, 11, BLOCK=128)
torch.testing.assert_close(out, expected, rtol=1e-4, atol=1e-5)
print(tuple(out.shape))
# EXPECT stdout
#| (1, 2, 13, 11)
