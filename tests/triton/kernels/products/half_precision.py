# RUN: tilewright run %s
"""float16 products accumulate in float32 or, asked so, in float16."""
import torch
import triton
import triton.language as tl


@triton.jit
def dot_kernel(a_ptr, b_ptr, c_ptr, h_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    a = tl.load(a_ptr + m[:, None] * K + k[None, :])
    b = tl.load(b_ptr + k[:, None] * N + n[None, :])
    c = tl.dot(a, b)
    tl.static_assert(c.dtype == tl.float32)
    tl.store(c_ptr + m[:, None] * N + n[None, :], c)
    h = tl.dot(a, b, out_dtype=tl.float16)
    tl.static_assert(h.dtype == tl.float16)
    tl.store(h_ptr + m[:, None] * N + n[None, :], h)


torch.manual_seed(1)
a, b = torch.randn(16, 64).half(), torch.randn(64, 32).half()
c, h = torch.empty(16, 32), torch.empty(16, 32, dtype=torch.float16)
dot_kernel[(1,)](a, b, c, h, 16, 32, 64)
exact = a.double() @ b.double()
torch.testing.assert_close(c.double(), exact, rtol=1e-4, atol=1e-4)
torch.testing.assert_close(h.double(), exact, rtol=2e-2, atol=5e-2)
print("half products hold")
# EXPECT stdout
#| half products hold
