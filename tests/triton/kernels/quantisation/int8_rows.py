# RUN: tilewright run %s
"""Rows to int8 with one scale each, and back."""
import torch
import triton
import triton.language as tl


@triton.jit
def quantise_kernel(x_ptr, q_ptr, scale_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    n = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * N + n, mask=n < N, other=0.0)
    scale = tl.maximum(tl.max(tl.abs(x), axis=0), 1e-8) / 127.0
    scaled = x / scale
    q = tl.where(scaled >= 0, scaled + 0.5, scaled - 0.5).to(tl.int8)
    tl.store(q_ptr + row * N + n, q, mask=n < N)
    tl.store(scale_ptr + row, scale)


@triton.jit
def restore_kernel(q_ptr, scale_ptr, x_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    n = tl.arange(0, BLOCK)
    q = tl.load(q_ptr + row * N + n, mask=n < N, other=0)
    tl.store(x_ptr + row * N + n, q.to(tl.float32) * tl.load(scale_ptr + row), mask=n < N)


torch.manual_seed(0)
x = torch.randn(10, 100) * torch.arange(1, 11)[:, None]
q, scale, back = torch.empty(10, 100, dtype=torch.int8), torch.empty(10), torch.empty(10, 100)
quantise_kernel[(10,)](x, q, scale, 100, BLOCK=128)
restore_kernel[(10,)](q, scale, back, 100, BLOCK=128)
assert q.abs().max() == 127 and ((back - x).abs() <= scale[:, None] * 0.501).all()
print("largest code", q.abs().max().item())
# EXPECT stdout
#| largest code 127
