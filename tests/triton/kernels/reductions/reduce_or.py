# RUN: tilewright run %s
"""reduce_or and xor_sum with kept dimensions and on int64."""
import torch
import triton
import triton.language as tl


@triton.jit
def bits_kernel(x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr):
    m = tl.arange(0, M)
    x = tl.load(x_ptr + m[:, None] * N + tl.arange(0, N)[None, :])
    tl.store(out_ptr + m, tl.reduce_or(x, axis=1))
    tl.store(out_ptr + M + m[:, None], tl.xor_sum(x, axis=1, keep_dims=True))


x = torch.arange(64).reshape(8, 8) * 12345678901
out = torch.empty(2, 8, dtype=torch.int64)
bits_kernel[(1,)](x, out, 8, 8)
for row in range(8):
    combined = xor = 0
    for value in x[row].tolist():
        combined, xor = combined | value, xor ^ value
    assert out[:, row].tolist() == [combined, xor]
print(out[:, 1].tolist())
# EXPECT stdout
#| [274877775871, 34412175632]
