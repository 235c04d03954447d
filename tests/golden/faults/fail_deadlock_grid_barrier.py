# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def barrier_kernel(count_ptr, programs):
    tl.atomic_add(count_ptr, 1)
    while tl.atomic_add(count_ptr, 0) < programs:
        pass


barrier_kernel[(6,)](torch.zeros(1, dtype=torch.int32, device="cuda"), 8)  # 8 never come
# EXPECT stderr
#| fail_deadlock_grid_barrier.py:10:11: error: deadlock: 6 programs wait in loops, and none of them changes what another waits for [deadlock]
#|       while tl.atomic_add(count_ptr, 0) < programs:
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: program (0, 0, 0) waits for 'count_ptr' index 0, which is 6
#| note: program (1, 0, 0) waits for 'count_ptr' index 0, which is 6
#| note: program (2, 0, 0) waits for 'count_ptr' index 0, which is 6
#| note: 3 more programs wait
#| note: in program (0, 0, 0) of kernel 'barrier_kernel', grid (6, 1, 1)
#| fail_deadlock_grid_barrier.py:14:1: note: launched here
#|   barrier_kernel[(6,)](torch.zeros(1, dtype=torch.int32, device="cuda"), 8)  # 8 never come
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
