# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def poll_kernel(ready_ptr, out_ptr):
    while tl.load(ready_ptr, volatile=True) == 0:
        pass
    tl.store(out_ptr, 1)


poll_kernel[(1,)](torch.zeros(1, dtype=torch.int32, device="cuda"), torch.zeros(1, dtype=torch.int32, device="cuda"))
# EXPECT stderr
#| fail_deadlock_load.py:9:11: error: deadlock: program (0, 0, 0) waits in a loop for memory that no other program will change [deadlock]
#|       while tl.load(ready_ptr, volatile=True) == 0:
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: program (0, 0, 0) waits for 'ready_ptr' index 0, which is 0
#| note: in program (0, 0, 0) of kernel 'poll_kernel', grid (1, 1, 1)
#| fail_deadlock_load.py:14:1: note: launched here
#|   poll_kernel[(1,)](torch.zeros(1, dtype=torch.int32, device="cuda"), torch.zeros(1, dtype=torch.int32, device="cuda"))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
