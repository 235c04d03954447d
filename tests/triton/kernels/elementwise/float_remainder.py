# RUN: tilewright run %s
"""% of floats is fmod: the sign is the dividend's."""
import torch
import triton
import triton.language as tl


@triton.jit
def remainder_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=1.0)
    y = tl.load(y_ptr + i, mask=i < n, other=1.0)
    tl.store(out_ptr + i, x % y, mask=i < n)


torch.manual_seed(1)
x, y = torch.randn(1000) * 10, torch.randn(1000) + 3
out = torch.empty(1000)
remainder_kernel[(8,)](x, y, out, 1000, BLOCK=128)
assert torch.equal(out, torch.fmod(x, y))
print("fmod", int((out < 0).sum() == (x < 0).sum()))
# EXPECT stdout
#| fmod 1
