# RUN: tilewright run --orders %s
import torch
import triton
import triton.language as tl


@triton.jit
def move_kernel(locks_ptr, money_ptr):
    pid = tl.program_id(0)
    source, target = pid % 2, 1 - pid % 2
    while tl.atomic_cas(locks_ptr + source, 0, 1) == 1:
        pass
    while tl.atomic_cas(locks_ptr + target, 0, 1) == 1:
        pass
    tl.store(money_ptr + source, tl.load(money_ptr + source) - 1)
    tl.store(money_ptr + target, tl.load(money_ptr + target) + 1)
    tl.debug_barrier()
    tl.atomic_xchg(locks_ptr + target, 0)
    tl.atomic_xchg(locks_ptr + source, 0)


money = torch.tensor([10, 10], dtype=torch.int32, device="cuda")
move_kernel[(4,)](torch.zeros(2, dtype=torch.int32, device="cuda"), money)
# EXPECT stderr
#| fail_deadlock_lock_order.py:13:11: error: deadlock: 4 programs wait in loops, and none of them changes what another waits for [deadlock]
#|       while tl.atomic_cas(locks_ptr + target, 0, 1) == 1:
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: program (0, 0, 0) waits for 'locks_ptr' index 1, which is 1
#| note: program (1, 0, 0) waits for 'locks_ptr' index 0, which is 1
#| note: program (2, 0, 0) waits for 'locks_ptr' index 0, which is 1
#| note: 1 more program waits
#| note: in program (0, 0, 0) of kernel 'move_kernel', grid (4, 1, 1)
#| note: when programs take turns at their atomics
#| fail_deadlock_lock_order.py:23:1: note: launched here
#|   move_kernel[(4,)](torch.zeros(2, dtype=torch.int32, device="cuda"), money)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
