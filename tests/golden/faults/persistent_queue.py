# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def queue_kernel(x_ptr, out_ptr, next_ptr, tiles, BLOCK: tl.constexpr):
    # Relaxed is enough: what is handed out is only a number.
    tile = tl.atomic_add(next_ptr, 1, sem="relaxed")
    while tile < tiles:
        offsets = tile * BLOCK + tl.arange(0, BLOCK)
        tl.store(out_ptr + offsets, tl.load(x_ptr + offsets) + 1)
        tile = tl.atomic_add(next_ptr, 1, sem="relaxed")


x = torch.arange(320, dtype=torch.float32, device="cuda")
out = torch.empty_like(x)
queue_kernel[(3,)](x, out, torch.zeros(1, dtype=torch.int32, device="cuda"), 10, BLOCK=32)
print(torch.equal(out, x + 1))
# EXPECT stdout
#| True
