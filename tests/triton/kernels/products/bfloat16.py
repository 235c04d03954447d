# RUN: tilewright run %s
# NOT IN INTERPRETER: bfloat16 is multiplied as bit patterns
"""A bfloat16 product with a float32 accumulator."""
import torch
import triton
import triton.language as tl


@triton.jit
def dot_kernel(a_ptr, b_ptr, c_ptr, M: tl.constexpr, N: tl.constexpr, K, BK: tl.constexpr):
    m, n = tl.arange(0, M), tl.arange(0, N)
    acc = tl.zeros((M, N), dtype=tl.float32)
    for start in range(0, K, BK):
        k = start + tl.arange(0, BK)
        a = tl.load(a_ptr + m[:, None] * K + k[None, :])
        b = tl.load(b_ptr + k[:, None] * N + n[None, :])
        acc = tl.dot(a, b, acc)
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc.to(tl.bfloat16))


torch.manual_seed(2)
a, b = torch.randn(32, 128).bfloat16(), torch.randn(128, 16).bfloat16()
c = torch.empty(32, 16, dtype=torch.bfloat16)
dot_kernel[(1,)](a, b, c, 32, 16, 128, BK=32)
torch.testing.assert_close(c.float(), a.float() @ b.float(), rtol=1e-2, atol=1e-2)
print(c.dtype)
# EXPECT stdout
#| torch.bfloat16
