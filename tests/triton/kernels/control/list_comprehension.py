# RUN: tilewright run %s
"""Tuples built by comprehensions over other tuples."""
import torch
import triton
import triton.language as tl


@triton.jit
def powers_kernel(x_ptr, out_ptr, shifts, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    scaled = [x * (1 << shift) for shift in shifts]
    for i in tl.static_range(len(shifts)):
        tl.store(out_ptr + i * N + n, scaled[i])


x = torch.arange(8)
out = torch.empty(3, 8, dtype=torch.int64)
powers_kernel[(1,)](x, out, (0, 2, 5), 8)
print(out[:, 7].tolist())
assert torch.equal(out, torch.stack([x, x * 4, x * 32]))
# EXPECT stdout
#| [7, 28, 224]
