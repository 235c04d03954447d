# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def poll_kernel(ready_ptr, tries_ptr):
    tries = 0
    while tl.atomic_add(ready_ptr, 0) == 0:
        tries += 1
    tl.store(tries_ptr + tl.program_id(0), tries)


poll_kernel[(2,)](torch.zeros(1, dtype=torch.int32, device="cuda"), torch.zeros(2, dtype=torch.int32, device="cuda"))
# EXPECT stderr
#| fail_deadlock_counted.py:10:11: error: deadlock: 2 programs wait in loops, and none of them changes what another waits for [deadlock]
#|       while tl.atomic_add(ready_ptr, 0) == 0:
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: program (0, 0, 0) waits for 'ready_ptr' index 0, which is 0
#| note: program (1, 0, 0) waits for 'ready_ptr' index 0, which is 0
#| note: in program (0, 0, 0) of kernel 'poll_kernel', grid (2, 1, 1)
#| fail_deadlock_counted.py:15:1: note: launched here
#|   poll_kernel[(2,)](torch.zeros(1, dtype=torch.int32, device="cuda"), torch.zeros(2, dtype=torch.int32, device="cuda"))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
