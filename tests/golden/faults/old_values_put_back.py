# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def repair_kernel(x_ptr, seen_ptr, n, BLOCK: tl.constexpr):
    # Halos overlap; what belongs to another program is put back as it was, or read.
    own = tl.program_id(0) * BLOCK
    offsets = own - 8 + tl.arange(0, 2 * BLOCK)
    inside = (offsets >= 0) & (offsets < n)
    x = tl.load(x_ptr + offsets, mask=inside, other=0.0)
    tl.store(seen_ptr + tl.program_id(0), tl.sum(x, axis=0))
    tl.store(x_ptr + offsets, tl.where(x != x, 0.0, x), mask=inside)


x = torch.arange(256, dtype=torch.float32, device="cuda")
seen = torch.zeros(4, device="cuda")
repair_kernel[(4,)](x, seen, 256, BLOCK=64)
print(x.sum().item(), seen.tolist())
# EXPECT stdout
#| 32640.0 [7140.0, 15296.0, 23488.0, 15804.0]
