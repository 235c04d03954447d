# RUN: tilewright run %s
"""argmax, argmin and extremes with indices; ties break to the left."""
import torch
import triton
import triton.language as tl


@triton.jit
def index_kernel(x_ptr, out_ptr, values_ptr, M: tl.constexpr, N: tl.constexpr):
    m = tl.arange(0, M)
    n = tl.arange(0, N)
    x = tl.load(x_ptr + m[:, None] * N + n[None, :])
    tl.store(out_ptr + m, tl.argmax(x, axis=1))
    tl.store(out_ptr + M + m, tl.argmin(x, axis=1))
    high, where_high = tl.max(x, axis=1, return_indices=True)
    low, where_low = tl.min(x, axis=1, return_indices=True, return_indices_tie_break_left=True)
    tl.store(values_ptr + m, high)
    tl.store(values_ptr + M + m, low)
    tl.store(out_ptr + 2 * M + m, where_high)
    tl.store(out_ptr + 3 * M + m, where_low)


torch.manual_seed(2)
x = torch.randint(0, 20, (16, 64)).float()
out = torch.empty(4, 16, dtype=torch.int32)
values = torch.empty(2, 16)
index_kernel[(1,)](x, out, values, 16, 64)
first_high = (x == x.max(1, keepdim=True).values).int().argmax(1)
first_low = (x == x.min(1, keepdim=True).values).int().argmax(1)
assert torch.equal(out.long(), torch.stack([first_high, first_low, first_high, first_low]))
assert torch.equal(values, torch.stack([x.max(1).values, x.min(1).values]))
print(out[0, :8].tolist())
# EXPECT stdout
#| [5, 14, 18, 10, 5, 8, 8, 22]
