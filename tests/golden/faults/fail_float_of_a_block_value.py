# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr):
    tl.store(x_ptr, float(tl.program_id(0)))


kernel[(1,)](torch.ones(16))
# EXPECT stderr
#| fail_float_of_a_block_value.py:9:21: error: float() takes a number or a text, not a block value [kernel-type]
#|       tl.store(x_ptr, float(tl.program_id(0)))
#|                       ^~~~~~~~~~~~~~~~~~~~~~~
#| note: write x.to(tl.float32)
#| fail_float_of_a_block_value.py:12:1: note: launched here
#|   kernel[(1,)](torch.ones(16))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
