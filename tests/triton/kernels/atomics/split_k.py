# RUN: tilewright run %s
"""A product whose K is split between programs that add atomically."""
import torch
import triton
import triton.language as tl


@triton.jit
def split_kernel(a_ptr, b_ptr, c_ptr, N: tl.constexpr, K, SPLIT: tl.constexpr, BK: tl.constexpr):
    index_m, index_n = tl.arange(0, N)[:, None], tl.arange(0, N)[None, :]
    acc = tl.zeros((N, N), dtype=tl.float32)
    for start in range(tl.program_id(0) * BK, K, SPLIT * BK):
        k = start + tl.arange(0, BK)
        a = tl.load(a_ptr + index_m * K + k[None, :])
        b = tl.load(b_ptr + k[:, None] * N + index_n)
        acc = tl.dot(a, b, acc, input_precision="ieee")
    tl.atomic_add(c_ptr + index_m * N + index_n, acc, sem="relaxed")


torch.manual_seed(4)
a, b = torch.randn(32, 256), torch.randn(256, 32)
c = torch.zeros(32, 32)
split_kernel[(4,)](a, b, c, 32, 256, SPLIT=4, BK=16)
torch.testing.assert_close(c, a @ b, rtol=1e-4, atol=1e-4)
print("four parts add up")
# EXPECT stdout
#| four parts add up
