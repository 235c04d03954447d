# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def mean_kernel(x_ptr, total_ptr, out_ptr, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    x = tl.load(x_ptr + pid * BLOCK + tl.arange(0, BLOCK))
    tl.atomic_add(total_ptr, tl.sum(x, axis=0))
    tl.store(out_ptr + pid, tl.load(total_ptr))


x = torch.ones(512, device="cuda")
mean_kernel[(2,)](x, torch.zeros(1, device="cuda"), torch.empty(2, device="cuda"), BLOCK=256)
# EXPECT stderr
#| fail_race_atomic_and_load.py:11:5: error: race: 'total_ptr' index 0 is changed by an atomic by program (1, 0, 0) and read by program (0, 0, 0) [race]
#|       tl.atomic_add(total_ptr, tl.sum(x, axis=0))
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_race_atomic_and_load.py:12:29: note: it is read by program (0, 0, 0) here
#|       tl.store(out_ptr + pid, tl.load(total_ptr))
#|                               ^~~~~~~~~~~~~~~~~~
#| note: programs of one launch run in any order; give each its own elements, use atomics, or launch twice
#| note: in program (1, 0, 0) of kernel 'mean_kernel', grid (2, 1, 1)
#| fail_race_atomic_and_load.py:16:1: note: launched here
#|   mean_kernel[(2,)](x, torch.zeros(1, device="cuda"), torch.empty(2, device="cuda"), BLOCK=256)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
