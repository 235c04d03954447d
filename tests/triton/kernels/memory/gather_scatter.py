# RUN: tilewright run %s
"""Rows gathered by an index and scattered by its inverse."""
import torch
import triton
import triton.language as tl


@triton.jit
def gather_rows(x_ptr, index_ptr, out_ptr, D, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    source = tl.load(index_ptr + row)
    d = tl.arange(0, BLOCK)
    tl.store(out_ptr + row * D + d, tl.load(x_ptr + source * D + d, mask=d < D), mask=d < D)


@triton.jit
def scatter_rows(x_ptr, index_ptr, out_ptr, D, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    target = tl.load(index_ptr + row)
    d = tl.arange(0, BLOCK)
    tl.store(out_ptr + target * D + d, tl.load(x_ptr + row * D + d, mask=d < D), mask=d < D)


torch.manual_seed(0)
x = torch.randn(40, 20)
index = torch.randperm(40)
gathered, back = torch.empty_like(x), torch.empty_like(x)
gather_rows[(40,)](x, index, gathered, 20, BLOCK=32)
scatter_rows[(40,)](gathered, index, back, 20, BLOCK=32)
assert torch.equal(gathered, x[index]) and torch.equal(back, x)
print("there and back")
# EXPECT stdout
#| there and back
