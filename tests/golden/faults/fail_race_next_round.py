# RUN: tilewright run --orders %s
import torch
import triton
import triton.language as tl


@triton.jit
def jacobi_kernel(x_ptr, y_ptr, arrived_ptr, rounds, BLOCK: tl.constexpr):
    pid, programs = tl.program_id(0), tl.num_programs(0)
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
    neighbours = (offsets + BLOCK) % (programs * BLOCK)
    for r in range(rounds):
        tl.store(y_ptr + offsets, tl.load(x_ptr + offsets) + 1)
        tl.debug_barrier()
        tl.atomic_add(arrived_ptr, 1)
        while tl.atomic_add(arrived_ptr, 0) < (r + 1) * programs:
            pass
        # The next round's store to y needs a second barrier here.
        tl.store(x_ptr + offsets, tl.load(y_ptr + neighbours))


x = torch.zeros(64, device="cuda")
jacobi_kernel[(4,)](x, torch.zeros_like(x), torch.zeros(1, dtype=torch.int32, device="cuda"), 3, BLOCK=16)
# EXPECT stderr
#| fail_race_next_round.py:13:9: error: race: 'y_ptr' index 16 is written by program (1, 0, 0) and read by program (0, 0, 0) [race]
#|           tl.store(y_ptr + offsets, tl.load(x_ptr + offsets) + 1)
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_race_next_round.py:19:35: note: it is read by program (0, 0, 0) here
#|           tl.store(x_ptr + offsets, tl.load(y_ptr + neighbours))
#|                                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: programs of one launch run in any order; give each its own elements, use atomics, or launch twice
#| note: in program (1, 0, 0) of kernel 'jacobi_kernel', grid (4, 1, 1)
#| note: when programs take turns at their atomics
#| fail_race_next_round.py:23:1: note: launched here
#|   jacobi_kernel[(4,)](x, torch.zeros_like(x), torch.zeros(1, dtype=torch.int32, device="cuda"), 3, BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
