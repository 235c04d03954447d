# RUN: tilewright run %s
"""A kernel that writes where it has read."""
import torch
import triton
import triton.language as tl


@triton.jit
def halve_kernel(x_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n)
    tl.store(x_ptr + i, x * 0.5, mask=i < n)


x = torch.randn(5000)
expected = x * 0.25
for _ in range(2):
    halve_kernel[(triton.cdiv(5000, 1024),)](x, 5000, BLOCK=1024)
assert torch.equal(x, expected)
print("halved twice")
# EXPECT stdout
#| halved twice
