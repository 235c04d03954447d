# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(x_ptr + i, abs(tl.load(x_ptr + i)))


kernel[(1,)](torch.ones(16), BLOCK=16)
# EXPECT stderr
#| fail_python_builtin_that_triton_hides.py:10:25: error: name 'abs' is not defined [unknown-name]
#|       tl.store(x_ptr + i, abs(tl.load(x_ptr + i)))
#|                           ^~~
#| note: it is tl.abs
#| note: of Python's built-ins Triton knows print, len, min, max, float, int, list, range, isinstance, hasattr and getattr
#| fail_python_builtin_that_triton_hides.py:13:1: note: launched here
#|   kernel[(1,)](torch.ones(16), BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
