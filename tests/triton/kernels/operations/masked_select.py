# RUN: tilewright run %s
"""Values under a mask packed together: counts, offsets, then a scatter."""
import torch
import triton
import triton.language as tl


@triton.jit
def count_kernel(mask_ptr, count_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    chosen = tl.load(mask_ptr + i, mask=i < n, other=0).to(tl.int32)
    tl.store(count_ptr + tl.program_id(0), tl.sum(chosen, axis=0))


@triton.jit
def write_kernel(x_ptr, mask_ptr, start_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    chosen = tl.load(mask_ptr + i, mask=i < n, other=0).to(tl.int32)
    place = tl.load(start_ptr + tl.program_id(0)) + tl.cumsum(chosen, axis=0) - 1
    tl.store(out_ptr + place, tl.load(x_ptr + i, mask=i < n, other=0.0), mask=chosen == 1)


torch.manual_seed(0)
x = torch.randn(1000)
mask = x > 0.5
count = torch.empty(8, dtype=torch.int64)
count_kernel[(8,)](mask, count, 1000, BLOCK=128)
start = count.cumsum(0) - count
out = torch.empty(int(count.sum()))
write_kernel[(8,)](x, mask, start, out, 1000, BLOCK=128)
assert torch.equal(out, x[mask])
print("selected", out.numel() == int(mask.sum()))
# EXPECT stdout
#| selected True
