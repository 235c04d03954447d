# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, y_ptr, n, stride, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = offsets < n
    x = tl.load(x_ptr + offsets * stride, mask=inside, other=0.0)
    tl.store(y_ptr + offsets * stride, x + 1, mask=inside)


# Even and odd columns of one tensor: programs meet in every line of memory, and in no byte.
pairs = torch.zeros(100, 2, device="cuda")
add_kernel[(2,)](pairs[:, 0], pairs[:, 1], 100, 2, BLOCK=64)
print(pairs.sum(0).tolist())
# EXPECT stdout
#| [0.0, 100.0]
