# RUN: tilewright run %s
"""A while loop until every lane has converged."""
import torch
import triton
import triton.language as tl


@triton.jit
def log_kernel(x_ptr, out_ptr, count_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    bits = tl.zeros((N,), dtype=tl.int32)
    rounds = 0
    while tl.max(x, axis=0) > 1:
        bits += tl.where(x > 1, 1, 0)
        x = tl.where(x > 1, x >> 1, x)
        rounds += 1
    tl.store(out_ptr + n, bits)
    tl.store(count_ptr, rounds)


x = torch.arange(1, 257, dtype=torch.int32)
out, count = torch.empty_like(x), torch.empty(1, dtype=torch.int32)
log_kernel[(1,)](x, out, count, 256)
assert out.tolist() == [v.bit_length() - 1 for v in x.tolist()]
print(count.item())
# EXPECT stdout
#| 8
