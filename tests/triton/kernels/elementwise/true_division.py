# RUN: tilewright run %s
"""/ of integers is done in float32, of floats in float32 or wider."""
import torch
import triton
import triton.language as tl


@triton.jit
def quotient_kernel(a_ptr, b_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    a = tl.load(a_ptr + n)
    b = tl.load(b_ptr + n)
    tl.store(out_ptr + n, a / b)


for dtype in (torch.int32, torch.int64, torch.float32, torch.float64):
    a = (torch.arange(64) * 77777 - 1000000).to(dtype)
    b = (torch.arange(64) + 1).to(dtype)
    out = torch.empty(64, dtype=torch.float64)
    quotient_kernel[(1,)](a, b, out, 64)
    wide = torch.float64 if dtype == torch.float64 else torch.float32
    tolerance = 1e-15 if dtype == torch.float64 else 3e-7  # / of float32 is good to two units in the last place on GPUs
    torch.testing.assert_close(out, (a.to(wide) / b.to(wide)).double(), rtol=tolerance, atol=0)
    print(dtype, wide)
# EXPECT stdout
#| torch.int32 torch.float32
#| torch.int64 torch.float32
#| torch.float32 torch.float32
#| torch.float64 torch.float64
