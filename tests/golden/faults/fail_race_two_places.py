# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x_ptr, part_ptr, out_ptr, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    x = tl.load(x_ptr + pid * BLOCK + tl.arange(0, BLOCK))
    tl.store(part_ptr + pid, tl.sum(x, axis=0))
    if pid == tl.num_programs(0) - 1:
        parts = tl.load(part_ptr + tl.arange(0, 4))
        tl.store(out_ptr, tl.sum(parts, axis=0))


x = torch.ones(64, device="cuda")
sum_kernel[(4,)](x, torch.zeros(2, 2, device="cuda"), torch.zeros(1, device="cuda"), BLOCK=16)
# EXPECT stderr
#| fail_race_two_places.py:13:17: error: race: 'part_ptr' index 0 [0, 0] is read by program (3, 0, 0) and written by program (0, 0, 0) [race]
#|           parts = tl.load(part_ptr + tl.arange(0, 4))
#|                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_race_two_places.py:11:5: note: it is written by program (0, 0, 0) here
#|       tl.store(part_ptr + pid, tl.sum(x, axis=0))
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: programs of one launch run in any order; give each its own elements, use atomics, or launch twice
#| note: in program (3, 0, 0) of kernel 'sum_kernel', grid (4, 1, 1)
#| fail_race_two_places.py:18:1: note: launched here
#|   sum_kernel[(4,)](x, torch.zeros(2, 2, device="cuda"), torch.zeros(1, device="cuda"), BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
