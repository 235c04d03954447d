# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def two_phases_kernel(x_ptr, y_ptr, arrived_ptr, BLOCK: tl.constexpr):
    pid, programs = tl.program_id(0), tl.num_programs(0)
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets)
    tl.store(y_ptr + offsets, x * x)
    tl.debug_barrier()
    tl.atomic_add(arrived_ptr, 1)
    while tl.atomic_add(arrived_ptr, 0) < programs - 1:
        pass
    # In place, from what the neighbour wrote: no program reads x any more.
    neighbour = (offsets + BLOCK) % (programs * BLOCK)
    tl.store(x_ptr + offsets, tl.load(y_ptr + neighbour))


x = torch.arange(128, dtype=torch.float32, device="cuda")
expected = torch.roll(x * x, -32)
y = torch.zeros_like(x)
two_phases_kernel[(4,)](x, y, torch.zeros(1, dtype=torch.int32, device="cuda"), BLOCK=32)
print(torch.equal(x, expected))
# EXPECT stderr
#| fail_race_grid_barrier_too_early.py:12:5: error: race: 'y_ptr' index 96 is written by program (3, 0, 0) and read by program (2, 0, 0) [race]
#|       tl.store(y_ptr + offsets, x * x)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_race_grid_barrier_too_early.py:19:31: note: it is read by program (2, 0, 0) here
#|       tl.store(x_ptr + offsets, tl.load(y_ptr + neighbour))
#|                                 ^~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: programs of one launch run in any order; give each its own elements, use atomics, or launch twice
#| note: in program (3, 0, 0) of kernel 'two_phases_kernel', grid (4, 1, 1)
#| fail_race_grid_barrier_too_early.py:25:1: note: launched here
#|   two_phases_kernel[(4,)](x, y, torch.zeros(1, dtype=torch.int32, device="cuda"), BLOCK=32)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
