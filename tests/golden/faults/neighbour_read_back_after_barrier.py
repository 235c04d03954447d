# RUN: tilewright run --strict %s
import torch
import triton
import triton.language as tl


@triton.jit
def difference_kernel(x_ptr, square_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets)
    tl.store(square_ptr + offsets, x * x)
    tl.debug_barrier()
    previous = tl.load(square_ptr + offsets - 1, mask=offsets > 0, other=0.0)
    tl.store(out_ptr + offsets, x * x - previous)


x = torch.arange(512, dtype=torch.float32, device="cuda")
square, out = torch.empty_like(x), torch.empty_like(x)
difference_kernel[(1,)](x, square, out, BLOCK=512)
print(out.sum().item())
# EXPECT stdout
#| 261121.0
