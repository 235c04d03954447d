# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def count_kernel(x_ptr, count_ptr, BLOCK: tl.constexpr):
    x = tl.load(x_ptr + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))
    if tl.program_id(0) == 3:
        tl.store(count_ptr, 0)
    tl.atomic_add(count_ptr, tl.sum((x > 0).to(tl.int32), axis=0))


# Nothing is counted before program 3 resets the counter, as it happens.
x = torch.cat([-torch.ones(192), torch.ones(64)]).cuda()
count = torch.zeros(1, dtype=torch.int32, device="cuda")
count_kernel[(4,)](x, count, BLOCK=64)
print(count.item())
# EXPECT stderr
#| fail_race_counter_reset.py:11:9: error: race: 'count_ptr' index 0 is written by program (3, 0, 0) and changed by an atomic by other programs [race]
#|           tl.store(count_ptr, 0)
#|           ^~~~~~~~~~~~~~~~~~~~~~
#| note: programs of one launch run in any order; give each its own elements, use atomics, or launch twice
#| note: in program (3, 0, 0) of kernel 'count_kernel', grid (4, 1, 1)
#| fail_race_counter_reset.py:18:1: note: launched here
#|   count_kernel[(4,)](x, count, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
