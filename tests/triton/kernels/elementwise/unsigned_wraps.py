# RUN: tilewright run %s
"""Unsigned integers wrap and compare without a sign."""
import torch
import triton
import triton.language as tl


@triton.jit
def wrap_kernel(u_ptr, out_ptr, flags_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    u = tl.load(u_ptr + n)
    tl.store(out_ptr + n, u + u)
    tl.store(out_ptr + N + n, u * u)
    tl.store(out_ptr + 2 * N + n, u - 200)
    tl.store(flags_ptr + n, u > 127)
    big = n.to(tl.uint32) - 5
    tl.store(flags_ptr + N + n, big > 1000)


@triton.jit
def wide_kernel(x_ptr, out_ptr, N: tl.constexpr):
    large = tl.load(x_ptr).to(tl.uint64, bitcast=True)
    small = large // 4
    tl.store(out_ptr, large > small)
    tl.store(out_ptr + 1, small >= large)
    tl.store(out_ptr + 2 + tl.arange(0, N), tl.full((N,), 16, tl.uint64) < large)


u = torch.arange(256, dtype=torch.uint8)
out = torch.empty(3, 256, dtype=torch.uint8)
flags = torch.empty(2, 256, dtype=torch.bool)
wrap_kernel[(1,)](u, out, flags, 256)
wide = u.long()
assert torch.equal(out, torch.stack([wide * 2, wide * wide, wide - 200]).remainder(256).to(torch.uint8))
assert torch.equal(flags[0], u > 127)
assert flags[1].tolist() == [True] * 5 + [False] * 251
wide = torch.empty(6, dtype=torch.bool)
wide_kernel[(1,)](torch.tensor([-3]), wide, 4)
assert wide.tolist() == [True, False, True, True, True, True]
print(out[:, 250].tolist(), int(flags.sum()))
# EXPECT stdout
#| [244, 36, 50] 133
