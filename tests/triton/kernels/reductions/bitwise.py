# RUN: tilewright run %s
"""xor_sum and an or over lanes."""
import torch
import triton
import triton.language as tl


@triton.jit
def either(a, b):
    return a | b


@triton.jit
def parity_kernel(x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr):
    m = tl.arange(0, M)
    x = tl.load(x_ptr + m[:, None] * N + tl.arange(0, N)[None, :])
    tl.store(out_ptr + m, tl.xor_sum(x, axis=1))
    tl.store(out_ptr + M + m, tl.reduce(x, 1, either))


torch.manual_seed(6)
x = torch.randint(0, 1 << 20, (8, 32), dtype=torch.int32)
out = torch.empty(2, 8, dtype=torch.int32)
parity_kernel[(1,)](x, out, 8, 32)
for row in range(8):
    xor = combined = 0
    for value in x[row].tolist():
        xor ^= value
        combined |= value
    assert out[:, row].tolist() == [xor, combined]
print("bits hold")
# EXPECT stdout
#| bits hold
