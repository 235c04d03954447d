# RUN: tilewright run %s
# NOT IN INTERPRETER: there is no target
"""What a kernel may ask about its target."""
import torch
import triton
import triton.language as tl
import triton.language.target_info


@triton.jit
def target_kernel(out_ptr):
    if tl.target_info.is_cuda():
        tl.store(out_ptr, 1)
    else:
        tl.store(out_ptr, 2)


out = torch.zeros(1, dtype=torch.int32)
target_kernel[(1,)](out)
print(out.item())
# EXPECT stdout
#| 1
