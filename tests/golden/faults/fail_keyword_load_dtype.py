# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    rows, columns = tl.arange(0, BLOCK)[:, None], tl.arange(0, BLOCK)[None, :]
    x = tl.load(x_ptr + rows * BLOCK + columns)
    tl.store(out_ptr + rows * BLOCK + columns, tl.load(x_ptr + rows * BLOCK + columns, dtype=tl.float16))


x = torch.ones(16, 16, device="cuda")
kernel[(1,)](x, torch.empty_like(x), BLOCK=16)
# EXPECT stderr
#| fail_keyword_load_dtype.py:11:48: error: load() got an unexpected keyword argument 'dtype' [kernel-type]
#|       tl.store(out_ptr + rows * BLOCK + columns, tl.load(x_ptr + rows * BLOCK + columns, dtype=tl.float16))
#|                                                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: a load gives the pointer's element type; cast the value: tl.load(...).to(tl.float32)
#| fail_keyword_load_dtype.py:15:1: note: launched here
#|   kernel[(1,)](x, torch.empty_like(x), BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
