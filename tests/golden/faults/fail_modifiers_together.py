# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def copy_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out_ptr + i, tl.load(x_ptr + i, cache_modifier=".cg", volatile=True))


copy_kernel[(1,)](torch.ones(64, device="cuda"), torch.empty(64, device="cuda"), BLOCK=64)
# EXPECT stderr
#| fail_modifiers_together.py:10:27: error: ptxas refuses cache_modifier='.cg' and volatile=True together in one load [kernel-type]
#|       tl.store(out_ptr + i, tl.load(x_ptr + i, cache_modifier=".cg", volatile=True))
#|                             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: keep one of them
#| fail_modifiers_together.py:13:1: note: launched here
#|   copy_kernel[(1,)](torch.ones(64, device="cuda"), torch.empty(64, device="cuda"), BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
