# RUN: tilewright run %s
"""The older spelling of precision, allow_tf32."""
import torch
import triton
import triton.language as tl


@triton.jit
def dot_kernel(a_ptr, b_ptr, c_ptr, N: tl.constexpr):
    i, j = tl.arange(0, N)[:, None], tl.arange(0, N)[None, :]
    c = tl.dot(tl.load(a_ptr + i * N + j), tl.load(b_ptr + i * N + j), allow_tf32=False)
    tl.store(c_ptr + i * N + j, c)


torch.manual_seed(7)
a, b = torch.randn(2, 32, 32)
c = torch.empty(32, 32)
dot_kernel[(1,)](a, b, c, 32)
torch.testing.assert_close(c, a @ b, rtol=1e-5, atol=1e-5)
print("exact to float32")
# EXPECT stdout
#| exact to float32
