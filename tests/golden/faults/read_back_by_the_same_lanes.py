# RUN: tilewright run --strict %s
import torch
import triton
import triton.language as tl


@triton.jit
def powers_kernel(x_ptr, scratch_ptr, out_ptr, BLOCK: tl.constexpr):
    # A scratch buffer that each lane uses for itself; and rows that a reduction stands between.
    offsets = tl.arange(0, BLOCK)
    tl.store(scratch_ptr + offsets, tl.load(x_ptr + offsets))
    for i in range(3):
        x = tl.load(scratch_ptr + offsets)
        tl.store(scratch_ptr + offsets, x * x)
    total = tl.sum(tl.load(scratch_ptr + offsets), axis=0)
    tl.store(out_ptr, total + tl.load(scratch_ptr + BLOCK - 1))


x = torch.ones(1024, device="cuda")
out = torch.empty(1, device="cuda")
powers_kernel[(1,)](x, torch.empty_like(x), out, BLOCK=1024)
print(out.item())
# EXPECT stdout
#| 1025.0
