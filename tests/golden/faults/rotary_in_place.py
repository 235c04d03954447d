# RUN: tilewright run --strict %s
import torch
import triton
import triton.language as tl


@triton.jit
def rotate_kernel(x_ptr, cos_ptr, sin_ptr, HALF: tl.constexpr):
    # Both halves are loaded before either is stored, by the same lanes.
    row = x_ptr + tl.program_id(0) * 2 * HALF
    offsets = tl.arange(0, HALF)
    first, second = tl.load(row + offsets), tl.load(row + HALF + offsets)
    cos, sin = tl.load(cos_ptr + offsets), tl.load(sin_ptr + offsets)
    tl.store(row + offsets, first * cos - second * sin)
    tl.store(row + HALF + offsets, second * cos + first * sin)


x = torch.ones(4, 512, device="cuda")
angle = torch.zeros(256, device="cuda")
rotate_kernel[(4,)](x, torch.cos(angle), torch.sin(angle), HALF=256)
print(x.sum().item())
# EXPECT stdout
#| 2048.0
