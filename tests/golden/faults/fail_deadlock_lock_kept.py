# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def locked_sum_kernel(x_ptr, total_ptr, lock_ptr, BLOCK: tl.constexpr):
    x = tl.load(x_ptr + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))
    while tl.atomic_cas(lock_ptr, 0, 1) == 1:
        pass
    tl.store(total_ptr, tl.load(total_ptr) + tl.sum(x, axis=0))


x = torch.ones(2048, device="cuda")
total = torch.zeros(1, device="cuda")
lock = torch.zeros(1, dtype=torch.int32, device="cuda")
locked_sum_kernel[(8,)](x, total, lock, BLOCK=256)
print(total.item(), lock.item())
# EXPECT stderr
#| fail_deadlock_lock_kept.py:10:11: error: deadlock: 7 programs wait in loops, and none of them changes what another waits for [deadlock]
#|       while tl.atomic_cas(lock_ptr, 0, 1) == 1:
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: program (1, 0, 0) waits for 'lock_ptr' index 0, which is 1
#| note: program (2, 0, 0) waits for 'lock_ptr' index 0, which is 1
#| note: program (3, 0, 0) waits for 'lock_ptr' index 0, which is 1
#| note: 4 more programs wait
#| note: in program (1, 0, 0) of kernel 'locked_sum_kernel', grid (8, 1, 1)
#| fail_deadlock_lock_kept.py:18:1: note: launched here
#|   locked_sum_kernel[(8,)](x, total, lock, BLOCK=256)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
