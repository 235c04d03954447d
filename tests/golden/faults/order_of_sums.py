# RUN: tilewright run --orders %s
import torch
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x_ptr, total_ptr, BLOCK: tl.constexpr):
    x = tl.load(x_ptr + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))
    tl.atomic_add(total_ptr, tl.sum(x, axis=0))  # rounds otherwise in another order, no more


torch.manual_seed(0)
x = torch.rand(16384, device="cuda")
total = torch.zeros(1, device="cuda")
sum_kernel[(64,)](x, total, BLOCK=256)
print(abs(total.item() - x.double().sum().item()) < 0.01)
# EXPECT stdout
#| True
