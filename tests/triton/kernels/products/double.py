# RUN: tilewright run %s
"""float64 products."""
import torch
import triton
import triton.language as tl


@triton.jit
def dot_kernel(a_ptr, b_ptr, c_ptr, N: tl.constexpr):
    i, j = tl.arange(0, N)[:, None], tl.arange(0, N)[None, :]
    acc = tl.load(c_ptr + i * N + j)
    acc = tl.dot(tl.load(a_ptr + i * N + j), tl.load(b_ptr + i * N + j), acc, out_dtype=tl.float64)
    tl.store(c_ptr + i * N + j, acc)


torch.manual_seed(5)
a, b, c = torch.randn(3, 16, 16, dtype=torch.float64)
expected = c + a @ b
dot_kernel[(1,)](a, b, c, 16)
torch.testing.assert_close(c, expected, rtol=1e-12, atol=1e-12)
print(c.dtype)
# EXPECT stdout
#| torch.float64
