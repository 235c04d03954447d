# RUN: tilewright run %s
"""A causal depthwise convolution with a carried window, as state-space models use."""
import torch
import triton
import triton.language as tl


@triton.jit
def conv_kernel(x_ptr, w_ptr, out_ptr, T, D, WIDTH: tl.constexpr, BT: tl.constexpr, BD: tl.constexpr):
    t = tl.program_id(0) * BT + tl.arange(0, BT)
    d = tl.program_id(1) * BD + tl.arange(0, BD)
    acc = tl.zeros((BT, BD), dtype=tl.float32)
    for tap in tl.static_range(WIDTH):
        source = t - (WIDTH - 1 - tap)
        mask = (source[:, None] >= 0) & (source[:, None] < T) & (d[None, :] < D)
        x = tl.load(x_ptr + source[:, None] * D + d[None, :], mask=mask, other=0.0)
        acc += x * tl.load(w_ptr + d * WIDTH + tap, mask=d < D, other=0.0)[None, :]
    tl.store(out_ptr + t[:, None] * D + d[None, :], acc, mask=(t[:, None] < T) & (d[None, :] < D))


torch.manual_seed(5)
x, w = torch.randn(30, 10), torch.randn(10, 4)
out = torch.empty_like(x)
conv_kernel[(4, 2)](x, w, out, 30, 10, WIDTH=4, BT=8, BD=8)
padded = torch.nn.functional.pad(x.t()[None], (3, 0))
expected = torch.nn.functional.conv1d(padded, w[:, None], groups=10)[0].t()
torch.testing.assert_close(out, expected, rtol=1e-4, atol=1e-5)
print("four taps")
# EXPECT stdout
#| four taps
