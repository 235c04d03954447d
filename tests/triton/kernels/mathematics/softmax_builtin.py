# RUN: tilewright run %s
"""tl.softmax over the first axis, and over rows by transposing."""
import torch
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr):
    m = tl.arange(0, M)
    n = tl.arange(0, N)
    x = tl.load(x_ptr + m[:, None] * N + n[None, :])
    tl.store(out_ptr + m[:, None] * N + n[None, :], tl.softmax(x))
    rows = tl.trans(tl.softmax(tl.trans(x)))
    tl.store(out_ptr + M * N + m[:, None] * N + n[None, :], rows)


torch.manual_seed(2)
x = torch.randn(16, 32) * 4
out = torch.empty(2, 16, 32)
softmax_kernel[(1,)](x, out, 16, 32)
torch.testing.assert_close(out[0], x.softmax(0))
torch.testing.assert_close(out[1], x.softmax(1))
print("softmax sums to", round(out[0].sum().item()), "and", round(out[1].sum().item()))
# EXPECT stdout
#| softmax sums to 32 and 16
