# RUN: tilewright run %s
"""A jit function passed as a constant and called inside."""
import torch
import triton
import triton.language as tl


@triton.jit
def double(x):
    return x * 2


@triton.jit
def increment(x):
    return x + 1


@triton.jit
def apply_kernel(x_ptr, out_ptr, N: tl.constexpr, FUNCTION: tl.constexpr, TIMES: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    for _ in tl.static_range(TIMES):
        x = FUNCTION(x)
    tl.store(out_ptr + n, x)


x = torch.arange(8)
for function in (double, increment):
    out = torch.empty_like(x)
    apply_kernel[(1,)](x, out, 8, FUNCTION=function, TIMES=3)
    print(out.tolist())
# EXPECT stdout
#| [0, 8, 16, 24, 32, 40, 48, 56]
#| [3, 4, 5, 6, 7, 8, 9, 10]
