# RUN: tilewright run %s
"""Named tuples and tuples of tensors as kernel arguments."""
import torch
import triton
import triton.language as tl
from typing import NamedTuple


class Shape(NamedTuple):
    rows: int
    columns: int


@triton.jit
def fill_kernel(outs, shape, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    n = shape.rows * shape.columns
    tl.store(outs[0] + i, i // shape.columns, mask=i < n)
    tl.store(outs[1] + i, i % shape[1], mask=i < n)


rows, columns = torch.empty(2, 12, dtype=torch.int32)
fill_kernel[(1,)]((rows, columns), Shape(3, 4), BLOCK=16)
print(rows.tolist(), columns.tolist())
# EXPECT stdout
#| [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2] [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]
