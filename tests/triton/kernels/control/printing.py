# RUN: tilewright run %s
# NOT IN INTERPRETER: prints in a form of its own
"""static_print at compile time, device_print at run time, one line a program."""
import torch
import triton
import triton.language as tl


@triton.jit
def print_kernel(x_ptr, N: tl.constexpr):
    tl.static_print("compiling with", N)
    tl.static_assert(N == 4, "four lanes")
    x = tl.load(x_ptr + tl.arange(0, N))
    tl.device_print("sum", tl.sum(x, axis=0))
    tl.device_assert(tl.sum(x, axis=0) > 0, "the sum is positive")


print_kernel[(2,)](torch.arange(4), N=4)
print("done")
# EXPECT stdout
#| compiling with 4
#| pid (0, 0, 0) sum 6
#| pid (1, 0, 0) sum 6
#| done
