# RUN: tilewright run %s
"""Neighbours wrap around the edges; two buffers take turns."""
import torch
import triton
import triton.language as tl


@triton.jit
def life_kernel(x_ptr, out_ptr, H, W, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    w = tl.arange(0, BLOCK)
    mask = w < W
    count = tl.zeros((BLOCK,), dtype=tl.int32)
    for dh in tl.static_range(-1, 2):
        for dw in tl.static_range(-1, 2):
            if dh != 0 or dw != 0:
                source = (row + dh + H) % H * W + (w + dw + W) % W
                count += tl.load(x_ptr + source, mask=mask, other=0).to(tl.int32)
    alive = tl.load(x_ptr + row * W + w, mask=mask, other=0)
    tl.store(out_ptr + row * W + w, (count == 3) | ((count == 2) & (alive != 0)), mask=mask)


world = torch.zeros(12, 12, dtype=torch.uint8)
for h, w in ((1, 2), (2, 3), (3, 1), (3, 2), (3, 3)):
    world[h, w] = 1
start = world.clone()
for _ in range(16):
    following = torch.empty_like(world)
    life_kernel[(12,)](world, following, 12, 12, BLOCK=16)
    world = following
assert torch.equal(world, start.roll((4, 4), (0, 1)))
print(world.nonzero().tolist())
# EXPECT stdout
#| [[5, 6], [6, 7], [7, 5], [7, 6], [7, 7]]
