# RUN: tilewright run %s
"""Vector addition, a size that no block divides."""
import torch
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, x + y, mask=mask)


n = 98432
x = torch.rand(n)
y = torch.rand(n)
out = torch.empty_like(x)
add_kernel[lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](x, y, out, n, BLOCK=1024)
assert torch.equal(out, x + y)
print("added", out.numel())
# EXPECT stdout
#| added 98432
