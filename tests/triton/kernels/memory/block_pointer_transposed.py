# RUN: tilewright run %s
"""Block pointers with a column order, one axis unchecked, padded with NaN."""
import torch
import triton
import triton.language as tl


@triton.jit
def column_kernel(x_ptr, out_ptr, count_ptr, M, N: tl.constexpr, BM: tl.constexpr):
    x = tl.make_block_ptr(x_ptr, (N, M), (1, N), (0, tl.program_id(0) * BM), (N, BM), (0, 1))
    tile = tl.load(x, boundary_check=(1,), padding_option="nan")
    count = tl.sum((tile != tile).to(tl.int32))
    tl.store(count_ptr + tl.program_id(0), count)
    out = tl.make_block_ptr(out_ptr, (N, M), (M, 1), (0, tl.program_id(0) * BM), (N, BM), (1, 0))
    tl.store(out, tile, boundary_check=(1,))


x = torch.randn(20, 8)
out = torch.empty(8, 20)
count = torch.empty(3, dtype=torch.int32)
column_kernel[(3,)](x, out, count, 20, 8, BM=8)
assert torch.equal(out, x.t())
print("padded lanes", count.tolist())
# EXPECT stdout
#| padded lanes [0, 0, 32]
