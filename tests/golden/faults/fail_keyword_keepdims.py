# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    rows, columns = tl.arange(0, BLOCK)[:, None], tl.arange(0, BLOCK)[None, :]
    x = tl.load(x_ptr + rows * BLOCK + columns)
    tl.store(out_ptr + rows * BLOCK + columns, x - tl.max(x, axis=1, keepdims=True))


x = torch.ones(16, 16, device="cuda")
kernel[(1,)](x, torch.empty_like(x), BLOCK=16)
# EXPECT stderr
#| fail_keyword_keepdims.py:11:52: error: max() got an unexpected keyword argument 'keepdims': did you mean 'keep_dims'? [kernel-type]
#|       tl.store(out_ptr + rows * BLOCK + columns, x - tl.max(x, axis=1, keepdims=True))
#|                                                      ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: it is called keep_dims
#| fail_keyword_keepdims.py:15:1: note: launched here
#|   kernel[(1,)](x, torch.empty_like(x), BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
