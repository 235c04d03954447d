# RUN: tilewright run %s
"""A sum over a million numbers in two launches."""
import torch
import triton
import triton.language as tl


@triton.jit
def partial_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + tl.program_id(0), tl.sum(tl.load(x_ptr + i, mask=i < n, other=0).to(tl.int64), axis=0))


n = 1 << 18
x = torch.arange(n, dtype=torch.int32)
while x.numel() > 1:
    count = triton.cdiv(x.numel(), 512)
    out = torch.empty(count, dtype=torch.int64)
    partial_kernel[(count,)](x, out, x.numel(), BLOCK=512)
    x = out
print(x.item())
assert x.item() == n * (n - 1) // 2
# EXPECT stdout
#| 34359607296
