# RUN: tilewright run %s
"""Low-rank updates by request: shrink, then expand onto the output, adapters by index."""
import torch
import triton
import triton.language as tl


@triton.jit
def shrink_kernel(x_ptr, a_ptr, adapter_ptr, out_ptr, scale, K, R: tl.constexpr, SPLIT: tl.constexpr, BK: tl.constexpr):
    row, part = tl.program_id(0), tl.program_id(1)
    adapter = tl.load(adapter_ptr + row)
    if adapter == -1:
        return
    r = tl.arange(0, R)
    acc = tl.zeros((R,), dtype=tl.float32)
    for start in range(part * BK, K, SPLIT * BK):
        k = start + tl.arange(0, BK)
        x = tl.load(x_ptr + row * K + k, mask=k < K, other=0.0)
        a = tl.load(a_ptr + (adapter * R + r[:, None]) * K + k[None, :], mask=k[None, :] < K, other=0.0)
        acc += tl.sum(a * x[None, :], axis=1)
    tl.atomic_add(out_ptr + row * R + r, acc * scale)


@triton.jit
def expand_kernel(s_ptr, b_ptr, adapter_ptr, y_ptr, N, R: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0)
    adapter = tl.load(adapter_ptr + row)
    if adapter == -1:
        return
    r, n = tl.arange(0, R), tl.program_id(1) * BN + tl.arange(0, BN)
    s = tl.load(s_ptr + row * R + r)
    b = tl.load(b_ptr + (adapter * N + n[:, None]) * R + r[None, :], mask=n[:, None] < N, other=0.0)
    y = tl.load(y_ptr + row * N + n, mask=n < N, other=0.0)
    tl.store(y_ptr + row * N + n, y + tl.sum(b * s[None, :], axis=1), mask=n < N)


torch.manual_seed(18)
x, a, b, y = torch.randn(6, 100), torch.randn(3, 8, 100), torch.randn(3, 50, 8), torch.randn(6, 50)
adapter = torch.tensor([0, 2, -1, 1, 1, 0])
expected = y.clone()
for row, which in enumerate(adapter.tolist()):
    if which >= 0:
        expected[row] += b[which] @ (a[which] @ x[row]) * 0.5
s = torch.zeros(6, 8)
shrink_kernel[(6, 2)](x, a, adapter, s, 0.5, 100, R=8, SPLIT=2, BK=32)
expand_kernel[(6, 2)](s, b, adapter, y, 50, R=8, BN=32)
torch.testing.assert_close(y, expected, rtol=1e-4, atol=1e-4)
print("adapters", sorted(set(adapter.tolist())))
# EXPECT stdout
#| adapters [-1, 0, 1, 2]
