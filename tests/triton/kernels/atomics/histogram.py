# RUN: tilewright run %s
"""A histogram over many programs, counted in blocks and added atomically."""
import torch
import triton
import triton.language as tl


@triton.jit
def histogram_kernel(x_ptr, out_ptr, n, BINS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0)
    tl.atomic_add(out_ptr + x, 1, mask=i < n)


torch.manual_seed(1)
x = torch.randint(0, 50, (5000,))
out = torch.zeros(50, dtype=torch.int32)
histogram_kernel[(triton.cdiv(5000, 512),)](x, out, 5000, BINS=64, BLOCK=512)
assert torch.equal(out.long(), torch.bincount(x, minlength=50))
print(out.sum().item())
# EXPECT stdout
#| 5000
