# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def hand_over_kernel(x_ptr, flag_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    if tl.program_id(0) == 0:
        while tl.load(flag_ptr, volatile=True) == 0:
            pass
        # Nobody asks what it answers, so it is left out.
        tl.atomic_add(flag_ptr, 0, sem="acquire")
        tl.store(out_ptr + offsets, tl.load(x_ptr + offsets))
    else:
        tl.store(x_ptr + offsets, offsets)
        tl.debug_barrier()
        tl.atomic_xchg(flag_ptr, 1, sem="release")


x = torch.zeros(16, dtype=torch.int32, device="cuda")
out = torch.zeros_like(x)
hand_over_kernel[(2,)](x, torch.zeros(1, dtype=torch.int32, device="cuda"), out, BLOCK=16)
print(out.tolist())
# EXPECT stderr
#| fail_race_acquire_without_result.py:15:37: error: race: 'x_ptr' index 0 is read by program (0, 0, 0) and written by program (1, 0, 0) [race]
#|           tl.store(out_ptr + offsets, tl.load(x_ptr + offsets))
#|                                       ^~~~~~~~~~~~~~~~~~~~~~~~
#| fail_race_acquire_without_result.py:17:9: note: it is written by program (1, 0, 0) here
#|           tl.store(x_ptr + offsets, offsets)
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: an atomic whose result is not used acquires nothing: the compiler leaves an atomic_add of 0 out, and lets the other threads go on beside others; wait by the atomic itself: while tl.atomic_add(flag, 0, sem="acquire") == 0
#| note: programs of one launch run in any order; give each its own elements, use atomics, or launch twice
#| note: in program (0, 0, 0) of kernel 'hand_over_kernel', grid (2, 1, 1)
#| fail_race_acquire_without_result.py:24:1: note: launched here
#|   hand_over_kernel[(2,)](x, torch.zeros(1, dtype=torch.int32, device="cuda"), out, BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
