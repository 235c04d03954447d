# RUN: tilewright run %s
"""tl.randn and its four-fold form have the moments of the normal distribution."""
import torch
import triton
import triton.language as tl


@triton.jit
def randn_kernel(out_ptr, seed, N: tl.constexpr):
    n = tl.arange(0, N)
    tl.store(out_ptr + n, tl.randn(seed, n))
    a, b, c, d = tl.randn4x(seed + 1, n)
    tl.store(out_ptr + N + n, a)
    tl.store(out_ptr + 2 * N + n, b)
    tl.store(out_ptr + 3 * N + n, c)
    tl.store(out_ptr + 4 * N + n, d)


out = torch.empty(5, 4096)
randn_kernel[(1,)](out, 7, 4096)
assert (out.mean(1).abs() < 0.06).all() and ((out.std(1) - 1).abs() < 0.05).all()
assert abs(torch.corrcoef(out) - torch.eye(5)).max() < 0.06
print([round(v, 3) for v in out[0, :4].tolist()])
# EXPECT stdout
#| [-2.19, -0.541, 2.953, -0.704]
