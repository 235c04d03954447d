# RUN: tilewright run %s
"""A branch whose condition is constant: the other side may be ill-typed."""
import torch
import triton
import triton.language as tl


@triton.jit
def branch_kernel(x_ptr, extra, out_ptr, MODE: tl.constexpr, HAS_EXTRA: tl.constexpr, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    if HAS_EXTRA:
        x += tl.load(extra + n)
    if MODE == 0:
        y = x
    elif MODE == 1:
        y = tl.sum(x, axis=0)
    else:
        y = tl.reshape(x, (2, N // 2))
    y = y * 2 if MODE != 2 else tl.reshape(y, (N,)) * 3
    tl.store(out_ptr + n, y)


x = torch.arange(8.0)
for mode, expected in ((0, x * 2), (1, torch.full((8,), 56.0)), (2, x * 3)):
    out = torch.empty(8)
    branch_kernel[(1,)](x, None, out, MODE=mode, HAS_EXTRA=False, N=8)
    assert torch.equal(out, expected)
    print(mode, out.tolist())
out = torch.empty(8)
branch_kernel[(1,)](x, x, out, MODE=0, HAS_EXTRA=True, N=8)
assert torch.equal(out, x * 4)
# EXPECT stdout
#| 0 [0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0]
#| 1 [56.0, 56.0, 56.0, 56.0, 56.0, 56.0, 56.0, 56.0]
#| 2 [0.0, 3.0, 6.0, 9.0, 12.0, 15.0, 18.0, 21.0]
