# RUN: tilewright run %s
"""h = a h + x by an associative scan in chunks, the state handed on."""
import torch
import triton
import triton.language as tl


@triton.jit
def combine(a1, h1, a2, h2):
    return a1 * a2, a2 * h1 + h2


@triton.jit
def recurrence_kernel(a_ptr, x_ptr, out_ptr, T, D, C: tl.constexpr, BD: tl.constexpr):
    d = tl.program_id(0) * BD + tl.arange(0, BD)
    carried = tl.zeros((BD,), dtype=tl.float32)
    for start in range(0, T, C):
        t = start + tl.arange(0, C)
        index = t[:, None] * D + d[None, :]
        mask = (t[:, None] < T) & (d[None, :] < D)
        a = tl.load(a_ptr + index, mask=mask, other=1.0)
        x = tl.load(x_ptr + index, mask=mask, other=0.0)
        decay, h = tl.associative_scan((a, x), 0, combine)
        h += decay * carried[None, :]
        tl.store(out_ptr + index, h, mask=mask)
        carried = tl.sum(tl.where((tl.arange(0, C) == C - 1)[:, None], h, 0.0), axis=0)


torch.manual_seed(4)
a, x = torch.rand(50, 12), torch.randn(50, 12)
out = torch.empty(50, 12)
recurrence_kernel[(2,)](a, x, out, 50, 12, C=16, BD=8)
h = torch.zeros(12)
for t in range(50):
    h = a[t] * h + x[t]
    torch.testing.assert_close(out[t], h, rtol=1e-4, atol=1e-5)
print("chunks join")
# EXPECT stdout
#| chunks join
