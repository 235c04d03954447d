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
    tl.store(lock_ptr, 0)


x = torch.ones(2048, device="cuda")
total = torch.zeros(1, device="cuda")
lock = torch.zeros(1, dtype=torch.int32, device="cuda")
locked_sum_kernel[(8,)](x, total, lock, BLOCK=256)
print(total.item(), lock.item())
# EXPECT stderr
#| fail_race_lock_released_by_store.py:10:11: error: race: 'lock_ptr' index 0 is changed by an atomic by program (1, 0, 0) and written by program (0, 0, 0) [race]
#|       while tl.atomic_cas(lock_ptr, 0, 1) == 1:
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_race_lock_released_by_store.py:13:5: note: it is written by program (0, 0, 0) here
#|       tl.store(lock_ptr, 0)
#|       ^~~~~~~~~~~~~~~~~~~~~
#| note: programs of one launch run in any order; give each its own elements, use atomics, or launch twice
#| note: in program (1, 0, 0) of kernel 'locked_sum_kernel', grid (8, 1, 1)
#| fail_race_lock_released_by_store.py:19:1: note: launched here
#|   locked_sum_kernel[(8,)](x, total, lock, BLOCK=256)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
