# RUN: tilewright run %s
"""Adding bytes with saturation through a wider type."""
import torch
import triton
import triton.language as tl


@triton.jit
def saturating_add(a_ptr, b_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(a_ptr + i, mask=i < n, other=0).to(tl.int32)
    b = tl.load(b_ptr + i, mask=i < n, other=0).to(tl.int32)
    total = tl.minimum(tl.maximum(a + b, -128), 127)
    tl.store(out_ptr + i, total.to(tl.int8), mask=i < n)


torch.manual_seed(8)
a, b = torch.randint(-128, 128, (2, 777), dtype=torch.int8)
out = torch.empty_like(a)
saturating_add[(7,)](a, b, out, 777, BLOCK=128)
assert torch.equal(out, (a.int() + b.int()).clamp(-128, 127).to(torch.int8))
print(out.min().item(), out.max().item())
# EXPECT stdout
#| -128 127
