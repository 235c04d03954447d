# RUN: tilewright run %s
"""The four ways of transposing the operands with tl.trans."""
import torch
import triton
import triton.language as tl


@triton.jit
def dot_kernel(a_ptr, b_ptr, c_ptr, N: tl.constexpr, TA: tl.constexpr, TB: tl.constexpr):
    i, j = tl.arange(0, N)[:, None], tl.arange(0, N)[None, :]
    a, b = tl.load(a_ptr + i * N + j), tl.load(b_ptr + i * N + j)
    if TA:
        a = tl.trans(a)
    if TB:
        b = b.T
    tl.store(c_ptr + i * N + j, tl.dot(a, b, input_precision="ieee"))


torch.manual_seed(9)
a, b = torch.randn(2, 32, 32)
for ta in (False, True):
    for tb in (False, True):
        c = torch.empty(32, 32)
        dot_kernel[(1,)](a, b, c, 32, TA=ta, TB=tb)
        torch.testing.assert_close(c, (a.t() if ta else a) @ (b.t() if tb else b), rtol=1e-5, atol=1e-5)
print("four layouts hold")
# EXPECT stdout
#| four layouts hold
