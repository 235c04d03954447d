# RUN: tilewright run %s
"""cumsum and cumprod, forward and backward, along both axes."""
import torch
import triton
import triton.language as tl


@triton.jit
def scan_kernel(x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr):
    index = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    x = tl.load(x_ptr + index)
    tl.store(out_ptr + index, tl.cumsum(x, axis=0))
    tl.store(out_ptr + M * N + index, tl.cumsum(x, axis=1))
    tl.store(out_ptr + 2 * M * N + index, tl.cumsum(x, axis=1, reverse=True))
    tl.store(out_ptr + 3 * M * N + index, tl.cumprod(x, axis=1))
    tl.store(out_ptr + 4 * M * N + index, tl.cumprod(x, axis=0, reverse=True))


torch.manual_seed(7)
x = torch.rand(16, 32) + 0.5
out = torch.empty(5, 16, 32)
scan_kernel[(1,)](x, out, 16, 32)
expected = [x.cumsum(0), x.cumsum(1), x.flip(1).cumsum(1).flip(1), x.cumprod(1), x.flip(0).cumprod(0).flip(0)]
torch.testing.assert_close(out, torch.stack(expected), rtol=1e-4, atol=1e-4)
print("scans hold")
# EXPECT stdout
#| scans hold
