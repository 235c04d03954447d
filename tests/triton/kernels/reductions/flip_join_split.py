# RUN: tilewright run %s
"""flip, join, split, interleave, cat, reshape and permute move lanes around."""
import torch
import triton
import triton.language as tl


@triton.jit
def shape_kernel(x_ptr, y_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    two = tl.arange(0, 2 * N)
    x = tl.load(x_ptr + n)
    y = tl.load(y_ptr + n)
    pairs = tl.join(x, y)
    tl.store(out_ptr + two, tl.reshape(pairs, (2 * N,)))
    tl.store(out_ptr + 2 * N + two, tl.interleave(y, x))
    left, right = tl.split(tl.reshape(x, (N // 2, 2)))
    half = tl.arange(0, N // 2)
    tl.store(out_ptr + 4 * N + half, left - right)
    tl.store(out_ptr + 5 * N + n, tl.flip(x, 0))
    tl.store(out_ptr + 6 * N + two, tl.ravel(tl.permute(pairs, (1, 0))))
    tl.store(out_ptr + 8 * N + n, tl.ravel(tl.trans(tl.reshape(y, (N // 4, 4)))))
    tl.store(out_ptr + 9 * N + two, tl.ravel(tl.expand_dims(pairs, 0).reshape(2, N).flip(1)))


N = 32
x, y = torch.randn(2, N)
out = torch.zeros(11, N)
shape_kernel[(1,)](x, y, out, N)
pairs = torch.stack([x, y], 1)
flat = out.flatten()
assert torch.equal(flat[: 2 * N], pairs.flatten())
assert torch.equal(flat[2 * N : 4 * N], pairs.flip(1).flatten())
assert torch.equal(flat[4 * N : 4 * N + N // 2], x[::2] - x[1::2])
assert torch.equal(out[5], x.flip(0))
assert torch.equal(flat[6 * N : 8 * N], pairs.t().flatten())
assert torch.equal(out[8], y.view(N // 4, 4).t().flatten())
assert torch.equal(flat[9 * N :], pairs.reshape(2, N).flip(1).flatten())
print("lanes moved")
# EXPECT stdout
#| lanes moved
