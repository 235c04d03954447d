# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x_ptr, columns, BLOCK: tl.constexpr):
    row = x_ptr + tl.program_id(0) * columns
    offsets = tl.arange(0, BLOCK)
    x = tl.load(row + offsets, mask=offsets < columns, other=float("-inf"))
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(row + offsets, e / tl.sum(e, axis=0), mask=offsets < columns)


x = torch.zeros(5, 50, device="cuda")
softmax_kernel[(5,)](x, 50, BLOCK=64)
print(round(x.sum().item(), 3))
# EXPECT stdout
#| 5.0
