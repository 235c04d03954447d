# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def hand_over_kernel(data_ptr, flag_ptr, out_ptr):
    if tl.program_id(0) == 0:
        tl.store(data_ptr, 1.0)
        tl.atomic_xchg(flag_ptr + 1, 1)
        tl.store(data_ptr + 1, 2.0)
        tl.atomic_xchg(flag_ptr, 1)
    else:
        while tl.atomic_add(flag_ptr + 1, 0) == 0:
            pass
        tl.store(out_ptr, tl.load(data_ptr))
        tl.store(out_ptr + 1, tl.load(data_ptr + 1))


data, out = torch.zeros(2, device="cuda"), torch.zeros(2, device="cuda")
flag = torch.zeros(2, dtype=torch.int32, device="cuda")
hand_over_kernel[(2,)](data, flag, out)
print(out.tolist())
# EXPECT stderr
#| fail_race_flag_of_another.py:18:31: error: race: 'data_ptr' index 1 is read by program (1, 0, 0) and written by program (0, 0, 0) [race]
#|           tl.store(out_ptr + 1, tl.load(data_ptr + 1))
#|                                 ^~~~~~~~~~~~~~~~~~~~~
#| fail_race_flag_of_another.py:12:9: note: it is written by program (0, 0, 0) here
#|           tl.store(data_ptr + 1, 2.0)
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: programs of one launch run in any order; give each its own elements, use atomics, or launch twice
#| note: in program (1, 0, 0) of kernel 'hand_over_kernel', grid (2, 1, 1)
#| fail_race_flag_of_another.py:23:1: note: launched here
#|   hand_over_kernel[(2,)](data, flag, out)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
