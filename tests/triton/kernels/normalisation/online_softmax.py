# RUN: tilewright run %s
"""Softmax of rows longer than a block, in two passes over them."""
import torch
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x_ptr, y_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    top = float("-inf")
    total = 0.0
    for start in range(0, N, BLOCK):
        n = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * N + n, mask=n < N, other=float("-inf"))
        new_top = tl.maximum(top, tl.max(x, axis=0))
        total = total * tl.exp(top - new_top) + tl.sum(tl.exp(x - new_top), axis=0)
        top = new_top
    for start in range(0, N, BLOCK):
        n = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * N + n, mask=n < N, other=0.0)
        tl.store(y_ptr + row * N + n, tl.exp(x - top) / total, mask=n < N)


torch.manual_seed(4)
x = torch.randn(6, 1000) * 3
y = torch.empty_like(x)
softmax_kernel[(6,)](x, y, 1000, BLOCK=128)
torch.testing.assert_close(y, x.softmax(1), rtol=1e-5, atol=1e-6)
print("rows sum to", [round(v, 3) for v in y.sum(1).tolist()])
# EXPECT stdout
#| rows sum to [1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
