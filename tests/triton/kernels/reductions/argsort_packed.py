# RUN: tilewright run %s
"""Sorting with positions: key and index share one integer."""
import torch
import triton
import triton.language as tl


@triton.jit
def argsort_kernel(x_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    key = tl.load(x_ptr + n).to(tl.int64)
    packed = tl.sort((key << 32) | n.to(tl.int64))
    tl.store(out_ptr + n, (packed & 0xFFFFFFFF).to(tl.int32))


torch.manual_seed(12)
x = torch.randint(-1000, 1000, (256,), dtype=torch.int32)
out = torch.empty(256, dtype=torch.int32)
argsort_kernel[(1,)](x, out, 256)
assert torch.equal(out.long(), x.sort(stable=True).indices)
print("stable order")
# EXPECT stdout
#| stable order
