# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def sums_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    (a, b), c = (x, x + 1), i
    tl.store(out_ptr + i, a + b + c)


sums_kernel[(1,)](torch.ones(64, device="cuda"), torch.empty(64, device="cuda"), BLOCK=64)
# EXPECT stderr
#| fail_nested_unpacking.py:11:5: error: a kernel cannot unpack a tuple inside of a tuple [kernel-syntax]
#|       (a, b), c = (x, x + 1), i
#|       ^~~~~~
#| note: give it a name here, and unpack that in a statement of its own
#| fail_nested_unpacking.py:15:1: note: launched here
#|   sums_kernel[(1,)](torch.ones(64, device="cuda"), torch.empty(64, device="cuda"), BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
