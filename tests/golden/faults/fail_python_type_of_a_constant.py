# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, FLAG: tl.constexpr):
    if isinstance(FLAG, bool):
        tl.store(x_ptr, 1.0)


kernel[(1,)](torch.ones(16), FLAG=True)
# EXPECT stderr
#| fail_python_type_of_a_constant.py:9:25: error: name 'bool' is not defined [unknown-name]
#|       if isinstance(FLAG, bool):
#|                           ^~~~
#| note: use tl.int1, or x != 0
#| note: of Python's built-ins Triton knows print, len, min, max, float, int, list, range, isinstance, hasattr and getattr
#| fail_python_type_of_a_constant.py:13:1: note: launched here
#|   kernel[(1,)](torch.ones(16), FLAG=True)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
