# RUN: tilewright run %s
# NOT IN INTERPRETER: there is no device
"""Waits for other launches change no value."""
import torch
import triton
import triton.language as tl
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait


@triton.jit
def wait_kernel(x_ptr, out_ptr, N: tl.constexpr):
    gdc_wait()
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    gdc_launch_dependents()
    tl.store(out_ptr + n, x * 2)


x = torch.randn(32)
out = torch.empty_like(x)
wait_kernel[(1,)](x, out, 32, num_warps=4)
torch.testing.assert_close(out, x * 2)
print("waited")
# EXPECT stdout
#| waited
