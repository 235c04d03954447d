# RUN: tilewright run %s
"""swizzle2d visits every tile once, in groups."""
import torch
import triton
import triton.language as tl


@triton.jit
def order_kernel(order_ptr, GM, GN, GROUP: tl.constexpr):
    i = tl.program_id(0)
    j = tl.program_id(1)
    new_i, new_j = tl.swizzle2d(i, j, GM, GN, GROUP)
    tl.store(order_ptr + new_i * GN + new_j, i * GN + j)


order = torch.full((5, 4), -1, dtype=torch.int32)
order_kernel[(5, 4)](order, 5, 4, GROUP=2)
assert order.flatten().sort().values.tolist() == list(range(20))
print(order.tolist())
# EXPECT stdout
#| [[0, 2, 4, 6], [1, 3, 5, 7], [8, 10, 12, 14], [9, 11, 13, 15], [16, 17, 18, 19]]
