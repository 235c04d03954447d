# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def product_kernel(a_ptr, b_ptr, c_ptr, PRECISION: tl.constexpr):
    i = tl.arange(0, 32)
    at = i[:, None] * 32 + i[None, :]
    a = tl.load(a_ptr + at)
    b = tl.load(b_ptr + at)
    tl.store(c_ptr + at, tl.dot(a, b, input_precision=PRECISION))


torch.manual_seed(0)
a = torch.randn(32, 32, device="cuda")
b = torch.randn(32, 32, device="cuda")
c = torch.empty(32, 32, device="cuda")
exact = a.double() @ b.double()
for precision, below in (("tf32", 3e-2), ("bf16x3", 3e-4), ("tf32x3", 2e-5), ("bf16x6", 2e-5), ("ieee", 2e-5)):
    product_kernel[(1,)](a, b, c, precision)
    error = (c.double() - exact).abs().max().item()
    print(precision, error < below, error > 1e-3)
# EXPECT stdout
#| tf32 True True
#| bf16x3 True False
#| tf32x3 True False
#| bf16x6 True False
#| ieee True False
