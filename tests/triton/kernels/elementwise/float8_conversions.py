# RUN: tilewright run %s
# NOT IN INTERPRETER: float8 rounding ignores ties
"""float8 values of both kinds, read, changed and rounded."""
import torch
import triton
import triton.language as tl


@triton.jit
def float8_kernel(x_ptr, e4_ptr, e5_ptr, wide_ptr, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0.0)
    e4 = x.to(tl.float8e4nv)
    e5 = x.to(tl.float8e5)
    tl.store(e4_ptr + i, e4, mask=i < n)
    tl.store(e5_ptr + i, e5, mask=i < n)
    tl.store(wide_ptr + i, e4.to(tl.float32) + e5.to(tl.float32), mask=i < n)


torch.manual_seed(4)
x = torch.cat([torch.randn(400) * 10, torch.randn(400) * 0.01, torch.tensor([0.0, 1.0625, 1.1875, 448.0, 2.0**-9])])
n = x.numel()
e4, e5 = torch.empty(n, dtype=torch.float8_e4m3fn), torch.empty(n, dtype=torch.float8_e5m2)
wide = torch.empty(n)
float8_kernel[(1,)](x, e4, e5, wide, n, BLOCK=1024)
assert torch.equal(e4.view(torch.uint8), x.to(torch.float8_e4m3fn).view(torch.uint8))
assert torch.equal(e5.view(torch.uint8), x.to(torch.float8_e5m2).view(torch.uint8))
assert torch.equal(wide, e4.float() + e5.float())
print(e4[-5:].float().tolist())
# EXPECT stdout
#| [0.0, 1.0, 1.25, 448.0, 0.001953125]
