# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets)
    tl.store(out_ptr + offsets, x + tl.thread_idx())


x = torch.ones(64, device="cuda")
kernel[(1,)](x, torch.empty_like(x), BLOCK=64)
# EXPECT stderr
#| fail_name_thread.py:11:37: error: tl has no attribute 'thread_idx' [unknown-name]
#|       tl.store(out_ptr + offsets, x + tl.thread_idx())
#|                                       ^~~~~~~~~~~~~
#| note: a triton program works on whole blocks; there are no thread indices
#| fail_name_thread.py:15:1: note: launched here
#|   kernel[(1,)](x, torch.empty_like(x), BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
