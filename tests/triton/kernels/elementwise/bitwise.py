# RUN: tilewright run %s
# NOT IN INTERPRETER: complements of unsigned integers overflow
"""and, or, xor and complement on four integer types and on int1."""
import torch
import triton
import triton.language as tl


@triton.jit
def bits_kernel(a_ptr, b_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    a = tl.load(a_ptr + n)
    b = tl.load(b_ptr + n)
    tl.store(out_ptr + n, a & b)
    tl.store(out_ptr + N + n, a | b)
    tl.store(out_ptr + 2 * N + n, a ^ b)
    tl.store(out_ptr + 3 * N + n, ~a)
    tl.store(out_ptr + 4 * N + n, ((a > 0) & ~(b > 0)) | ((a < 0) ^ (b < 0)))


torch.manual_seed(2)
for dtype in (torch.int8, torch.uint8, torch.int32, torch.int64):
    a = torch.randint(0 if dtype == torch.uint8 else -100, 100, (128,)).to(dtype)
    b = torch.randint(0 if dtype == torch.uint8 else -100, 100, (128,)).to(dtype)
    out = torch.empty(5, 128, dtype=dtype)
    bits_kernel[(1,)](a, b, out, 128)
    mixed = ((a > 0) & ~(b > 0)) | ((a < 0) ^ (b < 0))
    assert torch.equal(out, torch.stack([a & b, a | b, a ^ b, ~a, mixed.to(dtype)]))
    print(dtype, "holds")
# EXPECT stdout
#| torch.int8 holds
#| torch.uint8 holds
#| torch.int32 holds
#| torch.int64 holds
