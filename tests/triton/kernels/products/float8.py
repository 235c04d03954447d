# RUN: tilewright run %s
# NOT IN INTERPRETER: float8 is not multiplied as numbers
"""Products of both kinds of float8."""
import torch
import triton
import triton.language as tl


@triton.jit
def dot_kernel(a_ptr, b_ptr, c_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    a = tl.load(a_ptr + m[:, None] * K + k[None, :])
    b = tl.load(b_ptr + k[:, None] * N + n[None, :])
    tl.store(c_ptr + m[:, None] * N + n[None, :], tl.dot(a, b))


torch.manual_seed(4)
for first, second in ((torch.float8_e4m3fn, torch.float8_e4m3fn), (torch.float8_e5m2, torch.float8_e5m2),
                      (torch.float8_e4m3fn, torch.float8_e5m2)):
    a, b = torch.randn(16, 32).to(first), torch.randn(32, 16).to(second)
    c = torch.empty(16, 16)
    dot_kernel[(1,)](a, b, c, 16, 16, 32)
    torch.testing.assert_close(c, a.float() @ b.float(), rtol=1e-5, atol=1e-5)
    print(first, second, "hold")
# EXPECT stdout
#| torch.float8_e4m3fn torch.float8_e4m3fn hold
#| torch.float8_e5m2 torch.float8_e5m2 hold
#| torch.float8_e4m3fn torch.float8_e5m2 hold
