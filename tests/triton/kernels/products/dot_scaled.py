# RUN: tilewright run %s
# NOT IN INTERPRETER: float8 operands
"""Microscaled products: float8 operands with one power of two for 32 numbers."""
import torch
import triton
import triton.language as tl


@triton.jit
def scaled_kernel(a_ptr, as_ptr, b_ptr, bs_ptr, c_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    s = tl.arange(0, K // 32)
    a = tl.load(a_ptr + m[:, None] * K + k[None, :])
    b = tl.load(b_ptr + k[:, None] * N + n[None, :])
    a_scale = tl.load(as_ptr + m[:, None] * (K // 32) + s[None, :])
    b_scale = tl.load(bs_ptr + n[:, None] * (K // 32) + s[None, :])
    c = tl.dot_scaled(a, a_scale, "e4m3", b, b_scale, "e5m2")
    tl.store(c_ptr + m[:, None] * N + n[None, :], c)


torch.manual_seed(14)
M, N, K = 32, 16, 64
a, b = torch.randn(M, K).to(torch.float8_e4m3fn), torch.randn(K, N).to(torch.float8_e5m2)
a_scale = torch.randint(124, 131, (M, K // 32), dtype=torch.uint8)
b_scale = torch.randint(124, 131, (N, K // 32), dtype=torch.uint8)
c = torch.empty(M, N)
scaled_kernel[(1,)](a, a_scale, b, b_scale, c, M, N, K)
wide_a = a.float() * torch.exp2(a_scale.float() - 127).repeat_interleave(32, 1)
wide_b = b.float() * torch.exp2(b_scale.float() - 127).repeat_interleave(32, 1).t()
torch.testing.assert_close(c, wide_a @ wide_b, rtol=1e-4, atol=1e-3)
print(tuple(c.shape))
# EXPECT stdout
#| (32, 16)
