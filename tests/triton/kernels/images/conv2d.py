# RUN: tilewright run %s
"""Convolution with stride, padding and dilation as a product over taps."""
import torch
import triton
import triton.language as tl


@triton.jit
def conv_kernel(x_ptr, w_ptr, out_ptr, B, CI, H, W, CO, OH, OW, KH: tl.constexpr, KW: tl.constexpr, STRIDE: tl.constexpr,
                PAD: tl.constexpr, DILATION: tl.constexpr, BP: tl.constexpr, BC: tl.constexpr, BK: tl.constexpr):
    p = tl.program_id(0) * BP + tl.arange(0, BP)
    co = tl.program_id(1) * BC + tl.arange(0, BC)
    b, oh, ow = p // (OH * OW), p // OW % OH, p % OW
    acc = tl.zeros((BP, BC), dtype=tl.float32)
    for kh in range(KH):
        for kw in range(KW):
            h = oh * STRIDE - PAD + kh * DILATION
            w = ow * STRIDE - PAD + kw * DILATION
            inside = (b < B) & (h >= 0) & (h < H) & (w >= 0) & (w < W)
            for start in range(0, CI, BK):
                ci = start + tl.arange(0, BK)
                x = tl.load(x_ptr + ((b[:, None] * CI + ci[None, :]) * H + h[:, None]) * W + w[:, None],
                            mask=inside[:, None] & (ci[None, :] < CI), other=0.0)
                weight = tl.load(w_ptr + ((co[None, :] * CI + ci[:, None]) * KH + kh) * KW + kw,
                                 mask=(co[None, :] < CO) & (ci[:, None] < CI), other=0.0)
                acc = tl.dot(x, weight, acc, input_precision="ieee")
    out = ((b[:, None] * CO + co[None, :]) * OH + oh[:, None]) * OW + ow[:, None]
    tl.store(out_ptr + out, acc, mask=(b[:, None] < B) & (co[None, :] < CO))


torch.manual_seed(0)
x, w = torch.randn(2, 5, 9, 10), torch.randn(7, 5, 3, 2)
for stride, pad, dilation in ((1, 0, 1), (2, 1, 1), (1, 2, 2)):
    expected = torch.nn.functional.conv2d(x, w, stride=stride, padding=pad, dilation=dilation)
    B, CO, OH, OW = expected.shape
    out = torch.empty(expected.shape)
    grid = (triton.cdiv(B * OH * OW, 16), 1)
    conv_kernel[grid](x, w, out, 2, 5, 9, 10, CO, OH, OW, 3, 2, stride, pad, dilation, BP=16, BC=16, BK=16)
    torch.testing.assert_close(out, expected, rtol=1e-4, atol=1e-4)
    print(stride, pad, dilation, tuple(out.shape))
# EXPECT stdout
#| 1 0 1 (2, 7, 7, 9)
#| 2 1 1 (2, 7, 5, 6)
#| 1 2 2 (2, 7, 9, 12)
