# RUN: tilewright run %s
"""Gradients of repeated rows meet in atomic additions."""
import torch
import triton
import triton.language as tl


@triton.jit
def backward_kernel(grad_ptr, index_ptr, out_ptr, D, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    token = tl.load(index_ptr + row)
    d = tl.arange(0, BLOCK)
    grad = tl.load(grad_ptr + row * D + d, mask=d < D, other=0.0)
    tl.atomic_add(out_ptr + token * D + d, grad, mask=d < D)


torch.manual_seed(2)
index = torch.randint(0, 10, (64,))
grad = torch.randn(64, 24)
out = torch.zeros(10, 24)
backward_kernel[(64,)](grad, index, out, 24, BLOCK=32)
weight = torch.zeros(10, 24, requires_grad=True)
torch.nn.functional.embedding(index, weight).backward(grad)
torch.testing.assert_close(out, weight.grad, rtol=1e-5, atol=1e-5)
print("gradients meet")
# EXPECT stdout
#| gradients meet
