# RUN: tilewright run %s
"""index_add, scatter_add and put of rows that repeat."""
import torch
import triton
import triton.language as tl


@triton.jit
def add_rows(out_ptr, index_ptr, x_ptr, alpha, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    n = tl.arange(0, BLOCK)
    target = tl.load(index_ptr + row)
    x = tl.load(x_ptr + row * N + n, mask=n < N, other=0)
    tl.atomic_add(out_ptr + target * N + n, x * alpha, mask=n < N)


index = torch.tensor([3, 1, 3, 0, 3])
x = torch.arange(50).reshape(5, 10)
out = torch.ones(4, 10, dtype=torch.int64)
expected = out.index_add(0, index, x, alpha=2)
add_rows[(5,)](out, index, x, 2, 10, BLOCK=16)
assert torch.equal(out, expected)
print(out[3].tolist())
# EXPECT stdout
#| [121, 127, 133, 139, 145, 151, 157, 163, 169, 175]
