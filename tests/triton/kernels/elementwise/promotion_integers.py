# RUN: tilewright run %s
"""Which type two integers of different widths and signs make."""
import torch
import triton
import triton.language as tl


@triton.jit
def integer_kernel(a_ptr, b_ptr, u_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    a = tl.load(a_ptr + n)
    b = tl.load(b_ptr + n)
    u = tl.load(u_ptr + n)
    tl.static_assert((a + b).dtype == tl.int16)
    tl.static_assert((a + n).dtype == tl.int32)
    tl.static_assert((u + u).dtype == tl.uint8)
    tl.static_assert((a + u).dtype == tl.uint8)
    tl.static_assert((b + u).dtype == tl.int16)
    tl.static_assert((n + n.to(tl.int64)).dtype == tl.int64)
    tl.static_assert((n + n.to(tl.uint32)).dtype == tl.uint32)
    tl.static_assert((a / b).dtype == tl.float32)
    tl.store(out_ptr + n, a + b)
    tl.store(out_ptr + N + n, b * u)
    tl.store(out_ptr + 2 * N + n, u + 100)
    tl.store(out_ptr + 3 * N + n, n.to(tl.int64) * 3000000000)


a = torch.arange(-16, 16, dtype=torch.int8)
b = torch.arange(32, dtype=torch.int16) * 100
u = torch.arange(32, dtype=torch.uint8) * 8
out = torch.empty(4, 32, dtype=torch.int64)
integer_kernel[(1,)](a, b, u, out, 32)
expected = [a + b, b * u, u + 100, torch.arange(32) * 3000000000]
assert torch.equal(out, torch.stack([row.long() for row in expected]))
print(out[:, 31].tolist())
# EXPECT stdout
#| [3115, -17632, 92, 93000000000]
