# RUN: tilewright run %s
"""The program that finishes last adds up what all have stored."""
import torch
import triton
import triton.language as tl


@triton.jit
def reduce_kernel(x_ptr, partial_ptr, counter_ptr, out_ptr, P: tl.constexpr, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    x = tl.load(x_ptr + pid * BLOCK + tl.arange(0, BLOCK))
    tl.store(partial_ptr + pid, tl.sum(x, axis=0))
    arrived = tl.atomic_add(counter_ptr, 1)
    if arrived == P - 1:
        tl.store(out_ptr, tl.sum(tl.load(partial_ptr + tl.arange(0, P)), axis=0))


x = torch.arange(16 * 64, dtype=torch.int32)
partial, counter, out = torch.empty(16, dtype=torch.int32), torch.zeros(1, dtype=torch.int32), torch.empty(1, dtype=torch.int32)
reduce_kernel[(16,)](x, partial, counter, out, P=16, BLOCK=64)
print(out.item())
assert out.item() == x.sum().item()
# EXPECT stdout
#| 523776
