# RUN: tilewright run --orders %s
import torch
import triton
import triton.language as tl


@triton.jit
def ring_kernel(x_ptr, ring_ptr, made_ptr, out_ptr, n, SLOTS: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    if tl.program_id(0) == 0:
        for i in range(n):
            tl.store(ring_ptr + i % SLOTS * BLOCK + offsets, tl.load(x_ptr + i * BLOCK + offsets))
            tl.debug_barrier()
            tl.atomic_add(made_ptr, 1)
    else:
        for i in range(n):
            while tl.atomic_add(made_ptr, 0) <= i:
                pass
            tl.store(out_ptr + i * BLOCK + offsets, tl.load(ring_ptr + i % SLOTS * BLOCK + offsets))


# The values are alike, so that no order of programs shows in the result.
x = torch.ones(4 * 16, device="cuda")
out = torch.zeros_like(x)
ring_kernel[(2,)](x, torch.zeros(2 * 16, device="cuda"), torch.zeros(1, dtype=torch.int32, device="cuda"), out, 4,
                  SLOTS=2, BLOCK=16)
print(out.sum().item())
# EXPECT stderr
#| fail_race_ring_without_back_pressure.py:12:13: error: race: 'ring_ptr' index 0 is written by program (0, 0, 0) and read by program (1, 0, 0) [race]
#|               tl.store(ring_ptr + i % SLOTS * BLOCK + offsets, tl.load(x_ptr + i * BLOCK + offsets))
#|               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_race_ring_without_back_pressure.py:19:53: note: it is read by program (1, 0, 0) here
#|               tl.store(out_ptr + i * BLOCK + offsets, tl.load(ring_ptr + i % SLOTS * BLOCK + offsets))
#|                                                       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: programs of one launch run in any order; give each its own elements, use atomics, or launch twice
#| note: in program (0, 0, 0) of kernel 'ring_kernel', grid (2, 1, 1)
#| note: when programs take turns at their atomics
#| fail_race_ring_without_back_pressure.py:25:1: note: launched here
#|   ring_kernel[(2,)](x, torch.zeros(2 * 16, device="cuda"), torch.zeros(1, dtype=torch.int32, device="cuda"), out, 4,
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
