# RUN: tilewright run --strict %s
import torch
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x_ptr, out_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    x = tl.load(x_ptr + row * columns + offsets, mask=mask)
    x = tl.where(mask, x, -float("inf"))  # nothing of the masked lanes is left
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(out_ptr + row * columns + offsets, e / tl.sum(e, axis=0), mask=mask)


x = torch.zeros(2, 50, device="cuda")
out = torch.empty_like(x)
softmax_kernel[(2,)](x, out, 50, BLOCK=64)
print(round(out.sum().item(), 4))
# EXPECT stdout
#| 2.0
