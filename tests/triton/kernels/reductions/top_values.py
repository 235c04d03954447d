# RUN: tilewright run %s
"""topk of every row."""
import torch
import triton
import triton.language as tl


@triton.jit
def top_kernel(x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m = tl.arange(0, M)[:, None]
    x = tl.load(x_ptr + m * N + tl.arange(0, N)[None, :])
    tl.store(out_ptr + m * K + tl.arange(0, K)[None, :], tl.topk(x, K))


torch.manual_seed(11)
x = torch.randn(8, 32)
out = torch.empty(8, 4)
top_kernel[(1,)](x, out, 8, 32, 4)
assert torch.equal(out, x.topk(4, 1).values)
print("top four of", tuple(x.shape))
# EXPECT stdout
#| top four of (8, 32)
