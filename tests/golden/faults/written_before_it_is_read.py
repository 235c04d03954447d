# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def accumulate_kernel(x_ptr, sum_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    for i in range(4):
        x = tl.load(x_ptr + i * BLOCK + offsets)
        if i > 0:
            x += tl.load(sum_ptr + offsets)
        tl.store(sum_ptr + offsets, x)


sums = torch.empty(64, device="cuda")
accumulate_kernel[(1,)](torch.ones(256, device="cuda"), sums, BLOCK=64)
print(sums.sum().item())
# EXPECT stdout
#| 256.0
