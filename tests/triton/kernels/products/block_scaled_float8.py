# RUN: tilewright run %s
# NOT IN INTERPRETER: float8 is not multiplied as numbers
"""A float8 product with scales for blocks of rows, columns and K."""
import torch
import triton
import triton.language as tl


@triton.jit
def matmul_kernel(a_ptr, b_ptr, as_ptr, bs_ptr, c_ptr, N, K, BLOCK: tl.constexpr):
    m = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    n = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    groups = tl.cdiv(K, BLOCK)
    acc = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for g in range(groups):
        k = g * BLOCK + tl.arange(0, BLOCK)
        a = tl.load(a_ptr + m[:, None] * K + k[None, :])
        b = tl.load(b_ptr + n[None, :] * K + k[:, None])
        a_scale = tl.load(as_ptr + m * groups + g)
        b_scale = tl.load(bs_ptr + tl.program_id(1) * groups + g)
        acc += tl.dot(a, b) * a_scale[:, None] * b_scale
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc)


torch.manual_seed(19)
a, b = torch.randn(32, 64).to(torch.float8_e4m3fn), torch.randn(64, 64).to(torch.float8_e4m3fn)
a_scale, b_scale = torch.rand(32, 2), torch.rand(2, 2)
c = torch.empty(32, 64)
matmul_kernel[(1, 2)](a, b, a_scale, b_scale, c, 64, 64, BLOCK=32)
wide_a = a.float() * a_scale.repeat_interleave(32, 1)
wide_b = b.float() * b_scale.repeat_interleave(32, 0).repeat_interleave(32, 1)
torch.testing.assert_close(c, wide_a @ wide_b.t(), rtol=1e-4, atol=1e-4)
print(tuple(c.shape))
# EXPECT stdout
#| (32, 64)
