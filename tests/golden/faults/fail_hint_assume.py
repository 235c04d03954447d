# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, n, BLOCK: tl.constexpr):
    tl.assume(n % 16 == 0)
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n)
    tl.store(x_ptr + offsets, 2 * x, mask=offsets < n)


scale_kernel[(1,)](torch.ones(50, device="cuda"), 50, BLOCK=64)
# EXPECT stderr
#| fail_hint_assume.py:9:5: error: the assumption does not hold in program (0, 0, 0) [wrong-hint]
#|       tl.assume(n % 16 == 0)
#|       ^~~~~~~~~~~~~~~~~~~~~~
#| note: a compiler that takes it for true makes code that goes wrong here
#| note: in program (0, 0, 0) of kernel 'scale_kernel', grid (1, 1, 1)
#| fail_hint_assume.py:15:1: note: launched here
#|   scale_kernel[(1,)](torch.ones(50, device="cuda"), 50, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
