# RUN: tilewright run %s
"""A product with 4-bit weights: eight in a word, scales and zeros by group."""
import torch
import triton
import triton.language as tl


@triton.jit
def int4_kernel(x_ptr, w_ptr, scale_ptr, zero_ptr, out_ptr, M, N, K, GROUP: tl.constexpr, BM: tl.constexpr,
                BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, K, BK):
        k = start + tl.arange(0, BK)
        x = tl.load(x_ptr + m[:, None] * K + k[None, :], mask=m[:, None] < M, other=0.0)
        words = tl.load(w_ptr + k[:, None] // 8 * N + n[None, :])
        codes = (words >> (k % 8 * 4)[:, None]) & 0xF
        group = start // GROUP
        scale, zero = tl.load(scale_ptr + group * N + n), tl.load(zero_ptr + group * N + n)
        w = (codes - zero[None, :]).to(tl.float32) * scale[None, :]
        acc = tl.dot(x, w, acc, input_precision="ieee")
    tl.store(out_ptr + m[:, None] * N + n[None, :], acc, mask=m[:, None] < M)


torch.manual_seed(1)
M, N, K, GROUP = 10, 32, 64, 32
codes = torch.randint(0, 16, (K, N))
shifts = torch.arange(8)[None, :, None] * 4
packed = (codes.view(K // 8, 8, N) << shifts).sum(1)
packed = torch.where(packed >= 2**31, packed - 2**32, packed).int()
scale, zero = torch.rand(K // GROUP, N), torch.randint(0, 16, (K // GROUP, N), dtype=torch.int32)
x, out = torch.randn(M, K), torch.empty(M, N)
int4_kernel[(1, 2)](x, packed, scale, zero, out, M, N, K, GROUP=GROUP, BM=16, BN=16, BK=16)
w = (codes - zero.repeat_interleave(GROUP, 0)) * scale.repeat_interleave(GROUP, 0)
torch.testing.assert_close(out, x @ w, rtol=1e-4, atol=1e-4)
print("eight codes a word")
# EXPECT stdout
#| eight codes a word
