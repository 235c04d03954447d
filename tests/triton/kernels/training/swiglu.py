# RUN: tilewright run %s
"""SwiGLU forward, and a backward pass that recomputes."""
import torch
import triton
import triton.language as tl


@triton.jit
def silu(x):
    return x * tl.sigmoid(x)


@triton.jit
def forward_kernel(a_ptr, b_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(a_ptr + i, mask=i < n, other=0.0)
    tl.store(out_ptr + i, silu(a) * tl.load(b_ptr + i, mask=i < n, other=0.0), mask=i < n)


@triton.jit
def backward_kernel(grad_ptr, a_ptr, b_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    grad = tl.load(grad_ptr + i, mask=i < n, other=0.0)
    a = tl.load(a_ptr + i, mask=i < n, other=0.0)
    b = tl.load(b_ptr + i, mask=i < n, other=0.0)
    s = tl.sigmoid(a)
    tl.store(a_ptr + i, grad * b * (s + a * s * (1 - s)), mask=i < n)
    tl.store(b_ptr + i, grad * silu(a), mask=i < n)


torch.manual_seed(2)
a, b = torch.randn(700, requires_grad=True), torch.randn(700, requires_grad=True)
grad = torch.randn(700)
out = torch.empty(700)
forward_kernel[(6,)](a.detach(), b.detach(), out, 700, BLOCK=128)
expected = torch.nn.functional.silu(a) * b
expected.backward(grad)
da, db = a.detach().clone(), b.detach().clone()
backward_kernel[(6,)](grad, da, db, 700, BLOCK=128)
for actual, wanted in ((out, expected.detach()), (da, a.grad), (db, b.grad)):
    torch.testing.assert_close(actual, wanted, rtol=1e-5, atol=1e-6)
print("SwiGLU holds")
# EXPECT stdout
#| SwiGLU holds
