# RUN: tilewright run %s
"""Binary search of every value, all lanes at once."""
import torch
import triton
import triton.language as tl


@triton.jit
def search_kernel(sorted_ptr, x_ptr, out_ptr, count, n, BLOCK: tl.constexpr, STEPS: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0.0)
    low = tl.zeros((BLOCK,), dtype=tl.int32)
    high = tl.full((BLOCK,), 0, dtype=tl.int32) + count
    for _ in tl.static_range(STEPS):
        middle = (low + high) // 2
        value = tl.load(sorted_ptr + middle, mask=low < high, other=0.0)
        goes_right = (low < high) & (value < x)
        low = tl.where(goes_right, middle + 1, low)
        high = tl.where((low < high) & ~goes_right, tl.minimum(middle, high), high)
    tl.store(out_ptr + i, low, mask=i < n)


torch.manual_seed(1)
edges = torch.randn(37).sort().values
x = torch.cat([torch.randn(200), edges])
out = torch.empty(237, dtype=torch.int32)
search_kernel[(2,)](edges, x, out, 37, 237, BLOCK=128, STEPS=7)
assert torch.equal(out.long(), torch.searchsorted(edges, x))
print(out.min().item(), out.max().item())
# EXPECT stdout
#| 0 37
