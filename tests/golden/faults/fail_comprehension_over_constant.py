# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def powers_kernel(x_ptr, out_ptr, SHIFTS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    scaled = [x * (1 << shift) for shift in SHIFTS]
    tl.store(out_ptr + i, scaled[0] + scaled[1])


powers_kernel[(1,)](torch.ones(64, device="cuda"), torch.empty(64, device="cuda"), SHIFTS=(0, 2), BLOCK=64)
# EXPECT stderr
#| fail_comprehension_over_constant.py:11:45: error: a comprehension in a kernel can only go over a tuple [kernel-syntax]
#|       scaled = [x * (1 << shift) for shift in SHIFTS]
#|                                               ^~~~~~
#| note: write the tuple out, or use a loop over tl.static_range
#| fail_comprehension_over_constant.py:15:1: note: launched here
#|   powers_kernel[(1,)](torch.ones(64, device="cuda"), torch.empty(64, device="cuda"), SHIFTS=(0, 2), BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
