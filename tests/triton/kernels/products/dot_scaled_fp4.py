# RUN: tilewright run %s
# NOT IN INTERPRETER: packed 4-bit floats are not unpacked
"""Microscaled products of packed 4-bit floats."""
import torch
import triton
import triton.language as tl


@triton.jit
def scaled_kernel(a_ptr, as_ptr, b_ptr, bs_ptr, c_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n = tl.arange(0, M), tl.arange(0, N)
    k = tl.arange(0, K // 2)
    s = tl.arange(0, K // 32)
    a = tl.load(a_ptr + m[:, None] * (K // 2) + k[None, :])
    b = tl.load(b_ptr + k[:, None] * N + n[None, :])
    a_scale = tl.load(as_ptr + m[:, None] * (K // 32) + s[None, :])
    b_scale = tl.load(bs_ptr + n[:, None] * (K // 32) + s[None, :])
    acc = tl.zeros((M, N), dtype=tl.float32)
    acc = tl.dot_scaled(a, a_scale, "e2m1", b, b_scale, "e2m1", acc)
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc)


VALUES = torch.tensor([0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0])


def unpack(packed, axis):
    nibbles = torch.stack([packed & 15, packed >> 4], axis + 1).long()
    shape = list(packed.shape)
    shape[axis] *= 2
    nibbles = nibbles.reshape(shape)
    return torch.where(nibbles >= 8, -1.0, 1.0) * VALUES[nibbles % 8]


torch.manual_seed(15)
M, N, K = 16, 16, 64
a = torch.randint(0, 256, (M, K // 2), dtype=torch.uint8)
b = torch.randint(0, 256, (K // 2, N), dtype=torch.uint8)
a_scale = torch.randint(125, 130, (M, K // 32), dtype=torch.uint8)
b_scale = torch.randint(125, 130, (N, K // 32), dtype=torch.uint8)
c = torch.empty(M, N)
scaled_kernel[(1,)](a, a_scale, b, b_scale, c, M, N, K)
wide_a = unpack(a, 1) * torch.exp2(a_scale.float() - 127).repeat_interleave(32, 1)
wide_b = unpack(b, 0) * torch.exp2(b_scale.float() - 127).repeat_interleave(32, 1).t()
torch.testing.assert_close(c, wide_a @ wide_b, rtol=1e-5, atol=1e-4)
print(c[0, :4].tolist())
# EXPECT stdout
#| [-30.5625, 193.25, -6.4375, -41.875]
