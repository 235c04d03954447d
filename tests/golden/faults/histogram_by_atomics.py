# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def histogram_kernel(x_ptr, bins_ptr, largest_ptr, BLOCK: tl.constexpr):
    x = tl.load(x_ptr + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))
    tl.atomic_add(bins_ptr + x, 1, sem="relaxed")
    tl.atomic_max(largest_ptr, tl.max(x, axis=0), sem="relaxed")


x = torch.arange(256, dtype=torch.int32, device="cuda") % 7
bins, largest = torch.zeros(8, dtype=torch.int32, device="cuda"), torch.zeros(1, dtype=torch.int32, device="cuda")
histogram_kernel[(4,)](x, bins, largest, BLOCK=64)
print(bins.tolist(), largest.item())
# EXPECT stdout
#| [37, 37, 37, 37, 36, 36, 36, 0] 6
