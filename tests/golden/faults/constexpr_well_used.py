# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


WIDTH = tl.constexpr(16)


@triton.jit
def fill_kernel(out_ptr, n, BLOCK: tl.constexpr, SQUARE: tl.constexpr = False):
    half: tl.constexpr = BLOCK // 2
    offsets = tl.arange(0, half * 2) % WIDTH
    if SQUARE:
        offsets = offsets * offsets
    for i in tl.static_range(2):
        tl.store(out_ptr + i * BLOCK + tl.arange(0, BLOCK), offsets + i, mask=tl.arange(0, BLOCK) < n)


out = torch.zeros(64, dtype=torch.int32, device="cuda")
fill_kernel[(1,)](out, 20, BLOCK=32, SQUARE=True)
print(out.sum().item())
# EXPECT stdout
#| 2528
