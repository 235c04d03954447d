# RUN: tilewright run %s
"""// and % of blocks round toward zero, of constants toward minus infinity."""
import torch
import triton
import triton.language as tl


@triton.jit
def divide_kernel(a_ptr, b_ptr, out_ptr, N: tl.constexpr, K: tl.constexpr):
    n = tl.arange(0, N)
    a = tl.load(a_ptr + n)
    b = tl.load(b_ptr + n)
    tl.store(out_ptr + n, a // b)
    tl.store(out_ptr + N + n, a % b)
    tl.store(out_ptr + 2 * N + n, a // -3)
    tl.store(out_ptr + 3 * N + n, tl.cdiv(a, 4))
    tl.static_assert(K // 2 == -4)
    tl.static_assert(K % 4 == 1)
    tl.static_assert(K / 2 == -3.5)


a = torch.arange(-32, 32, dtype=torch.int32)
b = torch.where(torch.arange(64) % 2 == 0, torch.tensor(7), torch.tensor(-5)).int()
out = torch.empty(4, 64, dtype=torch.int32)
divide_kernel[(1,)](a, b, out, 64, -7)
assert torch.equal(out[0], torch.div(a, b, rounding_mode="trunc"))
assert torch.equal(out[1], torch.fmod(a, b))
assert torch.equal(out[2], torch.div(a, -3, rounding_mode="trunc"))
assert torch.equal(out[3], torch.div(a + 3, 4, rounding_mode="trunc"))
print(out[:, 0].tolist(), out[:, 1].tolist())
# EXPECT stdout
#| [-4, -4, 10, -7] [6, -1, 10, -7]
