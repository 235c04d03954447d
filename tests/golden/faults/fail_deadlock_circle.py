# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def circle_kernel(flag_ptr):
    pid = tl.program_id(0)
    while tl.atomic_add(flag_ptr + (pid + 1) % tl.num_programs(0), 0) == 0:
        pass
    tl.atomic_xchg(flag_ptr + pid, 1)


circle_kernel[(2,)](torch.zeros(2, dtype=torch.int32, device="cuda"))
# EXPECT stderr
#| fail_deadlock_circle.py:10:11: error: deadlock: 2 programs wait in loops, and none of them changes what another waits for [deadlock]
#|       while tl.atomic_add(flag_ptr + (pid + 1) % tl.num_programs(0), 0) == 0:
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: program (0, 0, 0) waits for 'flag_ptr' index 1, which is 0
#| note: program (1, 0, 0) waits for 'flag_ptr' index 0, which is 0
#| note: in program (0, 0, 0) of kernel 'circle_kernel', grid (2, 1, 1)
#| fail_deadlock_circle.py:15:1: note: launched here
#|   circle_kernel[(2,)](torch.zeros(2, dtype=torch.int32, device="cuda"))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
