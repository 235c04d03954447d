# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    rows, columns = tl.arange(0, BLOCK)[:, None], tl.arange(0, BLOCK)[None, :]
    x = tl.load(x_ptr + rows * BLOCK + columns)
    tl.store(out_ptr + rows * BLOCK + columns, tl.softmax(x, axis=1))


x = torch.ones(16, 16, device="cuda")
kernel[(1,)](x, torch.empty_like(x), BLOCK=16)
# EXPECT stderr
#| fail_keyword_softmax_axis.py:11:48: error: softmax() got an unexpected keyword argument 'axis' [kernel-type]
#|       tl.store(out_ptr + rows * BLOCK + columns, tl.softmax(x, axis=1))
#|                                                  ^~~~~~~~~~~~~~~~~~~~~
#| note: it is called dim: tl.softmax(x, dim=1); without it the axis is 0
#| fail_keyword_softmax_axis.py:15:1: note: launched here
#|   kernel[(1,)](x, torch.empty_like(x), BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
