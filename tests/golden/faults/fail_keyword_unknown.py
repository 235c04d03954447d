# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    rows, columns = tl.arange(0, BLOCK)[:, None], tl.arange(0, BLOCK)[None, :]
    x = tl.load(x_ptr + rows * BLOCK + columns)
    tl.store(out_ptr + rows * BLOCK + columns, tl.where(x > 0, x, 0.0, approximate=True))


x = torch.ones(16, 16, device="cuda")
kernel[(1,)](x, torch.empty_like(x), BLOCK=16)
# EXPECT stderr
#| fail_keyword_unknown.py:11:48: error: where() got an unexpected keyword argument 'approximate' [kernel-type]
#|       tl.store(out_ptr + rows * BLOCK + columns, tl.where(x > 0, x, 0.0, approximate=True))
#|                                                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: its parameters are: condition, x, y
#| fail_keyword_unknown.py:15:1: note: launched here
#|   kernel[(1,)](x, torch.empty_like(x), BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
