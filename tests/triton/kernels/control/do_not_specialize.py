# RUN: tilewright run %s
"""Arguments of 1 stay run-time values where the kernel asks for it."""
import torch
import triton
import triton.language as tl


@triton.jit(do_not_specialize=["step"])
def walk_kernel(out_ptr, step, size, N: tl.constexpr):
    n = tl.arange(0, N)
    tl.store(out_ptr + n, n * step + size)


for step in (1, 2, 16):
    out = torch.empty(8, dtype=torch.int32)
    walk_kernel[(1,)](out, step, 1, 8)
    print(out.tolist())
# EXPECT stdout
#| [1, 2, 3, 4, 5, 6, 7, 8]
#| [1, 3, 5, 7, 9, 11, 13, 15]
#| [1, 17, 33, 49, 65, 81, 97, 113]
