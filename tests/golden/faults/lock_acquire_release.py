# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def locked_sum_kernel(x_ptr, total_ptr, lock_ptr, BLOCK: tl.constexpr):
    x = tl.load(x_ptr + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))
    while tl.atomic_cas(lock_ptr, 0, 1, sem="acquire") == 1:
        pass
    tl.store(total_ptr, tl.load(total_ptr) + tl.sum(x, axis=0))
    tl.atomic_xchg(lock_ptr, 0, sem="release", scope="sys")


x = torch.ones(2048, device="cuda")
total = torch.zeros(1, device="cuda")
lock = torch.zeros(1, dtype=torch.int32, device="cuda")
locked_sum_kernel[(8,)](x, total, lock, BLOCK=256)
print(total.item(), lock.item())
# EXPECT stdout
#| 2048.0 0
