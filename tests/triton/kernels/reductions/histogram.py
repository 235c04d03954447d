# RUN: tilewright run %s
"""tl.histogram, with every lane and with a mask by value."""
import torch
import triton
import triton.language as tl


@triton.jit
def histogram_kernel(x_ptr, out_ptr, n, BINS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0)
    counts = tl.histogram(x, BINS)
    counts -= tl.where(tl.arange(0, BINS) == 0, BLOCK - n, 0)
    tl.store(out_ptr + tl.arange(0, BINS), counts)


torch.manual_seed(13)
x = torch.randint(0, 16, (100,), dtype=torch.int32)
out = torch.empty(16, dtype=torch.int32)
histogram_kernel[(1,)](x, out, 100, BINS=16, BLOCK=128)
assert torch.equal(out.long(), torch.bincount(x, minlength=16))
print("counted", out.sum().item())
# EXPECT stdout
#| counted 100
