# RUN: tilewright run %s
# NOT IN INTERPRETER: boolean arguments are refused
"""Python numbers, booleans and None as kernel arguments."""
import torch
import triton
import triton.language as tl


@triton.jit
def scalar_kernel(x_ptr, bias_ptr, out_ptr, n, alpha, shift, negate, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    mask = i < n
    x = tl.load(x_ptr + i, mask=mask, other=0.0) * alpha + shift
    if bias_ptr is not None:
        x += tl.load(bias_ptr + i, mask=mask, other=0.0)
    if negate:
        x = -x
    tl.store(out_ptr + i, x, mask=mask)


x, bias = torch.arange(20.0), torch.ones(20)
for b in (None, bias):
    for negate in (False, True):
        for shift in (1, 2**40):
            out = torch.empty_like(x)
            scalar_kernel[(1,)](x, b, out, 20, 0.5, shift, negate, BLOCK=32)
            expected = x * 0.5 + float(shift) + (0 if b is None else b)
            torch.testing.assert_close(out, -expected if negate else expected)
print("all eight hold")
# EXPECT stdout
#| all eight hold
