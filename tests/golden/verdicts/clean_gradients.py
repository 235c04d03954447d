# RUN: tilewright check %s
# Without a task, host code may compute, gradients included.
import torch
import triton
import triton.language as tl


@triton.jit
def double(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + i, tl.load(x_ptr + i, mask=i < n) * 2.0, mask=i < n)


x = torch.randn(100, device="cuda", requires_grad=True)
(x * x).sum().backward()
out = torch.empty(100, device="cuda")
double[(1,)](x.grad, out, 100, BLOCK=128)
assert torch.allclose(out, 4 * x.detach())
# EXPECT stdout
#| clean_gradients.py: clean: ran without faults, 1 launches
#|   time: estimated 3.4 us on h100, limited by launch, 1 launch
