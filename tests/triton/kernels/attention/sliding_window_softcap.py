# RUN: tilewright run %s
# NOT IN INTERPRETER: libdevice is not implemented
"""A window, soft-capped scores and a bias by distance."""
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def window_kernel(q_ptr, k_ptr, v_ptr, out_ptr, cap, slope, T: tl.constexpr, D: tl.constexpr, WINDOW: tl.constexpr):
    t, d = tl.arange(0, T), tl.arange(0, D)
    index = t[:, None] * D + d[None, :]
    q, k, v = tl.load(q_ptr + index), tl.load(k_ptr + index), tl.load(v_ptr + index)
    s = libdevice.tanh(tl.dot(q, tl.trans(k), input_precision="ieee") / cap) * cap
    distance = t[:, None] - t[None, :]
    s -= slope * distance
    s = tl.where((distance >= 0) & (distance < WINDOW), s, float("-inf"))
    p = tl.exp(s - tl.max(s, axis=1)[:, None])
    out = tl.dot(p, v, input_precision="ieee") / tl.sum(p, axis=1)[:, None]
    tl.store(out_ptr + index, out)


torch.manual_seed(5)
q, k, v = torch.randn(3, 32, 16)
out = torch.empty_like(q)
window_kernel[(1,)](q, k, v, out, 10.0, 0.1, T=32, D=16, WINDOW=8)
t = torch.arange(32)
distance = t[:, None] - t
s = ((q @ k.t()) / 10).tanh() * 10 - 0.1 * distance
s = s.masked_fill((distance < 0) | (distance >= 8), float("-inf"))
torch.testing.assert_close(out, s.softmax(1) @ v, rtol=1e-4, atol=1e-5)
print("window of 8")
# EXPECT stdout
#| window of 8
