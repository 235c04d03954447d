# RUN: tilewright run %s
"""Rotary embedding of queries and keys in place, halves and pairs."""
import torch
import triton
import triton.language as tl


@triton.jit
def rope_kernel(x_ptr, cos_ptr, sin_ptr, heads, T, D: tl.constexpr, PAIRS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    t = row // heads % T
    i = tl.arange(0, BLOCK)
    half: tl.constexpr = D // 2
    mask = i < half
    if PAIRS:
        first, second = x_ptr + row * D + 2 * i, x_ptr + row * D + 2 * i + 1
    else:
        first, second = x_ptr + row * D + i, x_ptr + row * D + half + i
    cos = tl.load(cos_ptr + t * half + i, mask=mask, other=1.0)
    sin = tl.load(sin_ptr + t * half + i, mask=mask, other=0.0)
    a, b = tl.load(first, mask=mask, other=0.0), tl.load(second, mask=mask, other=0.0)
    tl.store(first, a * cos - b * sin, mask=mask)
    tl.store(second, b * cos + a * sin, mask=mask)


torch.manual_seed(0)
B, T, H, D = 2, 10, 3, 12
angle = torch.arange(T)[:, None] / 10000 ** (torch.arange(D // 2) * 2 / D)
cos, sin = angle.cos(), angle.sin()
for pairs in (False, True):
    x = torch.randn(B, T, H, D)
    a, b = (x[..., ::2], x[..., 1::2]) if pairs else (x[..., : D // 2], x[..., D // 2 :])
    c, s = cos[None, :, None], sin[None, :, None]
    parts = [a * c - b * s, b * c + a * s]
    expected = torch.stack(parts, 4).flatten(3) if pairs else torch.cat(parts, 3)
    rope_kernel[(B * T * H,)](x, cos, sin, H, T, D=D, PAIRS=pairs, BLOCK=8)
    torch.testing.assert_close(x, expected, rtol=1e-5, atol=1e-6)
    print("pairs" if pairs else "halves", "rotate")
# EXPECT stdout
#| halves rotate
#| pairs rotate
