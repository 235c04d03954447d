# RUN: tilewright run %s
# NOT IN INTERPRETER: lanes are not run one by one
"""A scalar function with branches mapped over the lanes."""
import torch
import triton
import triton.language as tl


@triton.jit
def piece(x, y):
    if x < y:
        return x * 2
    elif x == y:
        return 0
    else:
        return y - x


@triton.jit
def map_kernel(x_ptr, y_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    tl.store(out_ptr + n, tl.map_elementwise(piece, tl.load(x_ptr + n), tl.load(y_ptr + n)))


torch.manual_seed(0)
x, y = torch.randint(0, 10, (2, 64), dtype=torch.int32)
out = torch.empty_like(x)
map_kernel[(1,)](x, y, out, 64)
assert torch.equal(out, torch.where(x < y, x * 2, torch.where(x == y, 0, y - x)))
print(out[:8].tolist())
# EXPECT stdout
#| [8, -9, 6, 0, 6, -7, 0, 6]
