# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def split_kernel(x_ptr, part_ptr, arrived_ptr, out_ptr, BLOCK: tl.constexpr, SPLIT: tl.constexpr):
    row, part = tl.program_id(0), tl.program_id(1)
    x = tl.load(x_ptr + (row * SPLIT + part) * BLOCK + tl.arange(0, BLOCK))
    tl.store(part_ptr + row * SPLIT + part, tl.sum(x, axis=0))
    tl.debug_barrier()
    if tl.atomic_add(arrived_ptr + row, 1, sem="relaxed") == SPLIT - 1:
        # The last to arrive follows all others, and nobody looks at the counter any more.
        parts = tl.load(part_ptr + row * SPLIT + tl.arange(0, SPLIT))
        tl.store(out_ptr + row, tl.sum(parts, axis=0))
        tl.store(arrived_ptr + row, 0)


x = torch.arange(4 * 4 * 64, dtype=torch.float32, device="cuda")
part, out = torch.empty(16, device="cuda"), torch.empty(4, device="cuda")
arrived = torch.zeros(4, dtype=torch.int32, device="cuda")
for _ in range(2):
    split_kernel[(4, 4)](x, part, arrived, out, BLOCK=64, SPLIT=4)
print(torch.equal(out, x.view(4, -1).sum(1)), arrived.tolist())
# EXPECT stderr
#| fail_race_split_k_relaxed.py:15:17: error: race: 'part_ptr' index 0 is read by program (0, 3, 0) and written by program (0, 0, 0) [race]
#|           parts = tl.load(part_ptr + row * SPLIT + tl.arange(0, SPLIT))
#|                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_race_split_k_relaxed.py:11:5: note: it is written by program (0, 0, 0) here
#|       tl.store(part_ptr + row * SPLIT + part, tl.sum(x, axis=0))
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: programs of one launch run in any order; give each its own elements, use atomics, or launch twice
#| note: in program (0, 3, 0) of kernel 'split_kernel', grid (4, 4, 1)
#| fail_race_split_k_relaxed.py:24:5: note: launched here
#|       split_kernel[(4, 4)](x, part, arrived, out, BLOCK=64, SPLIT=4)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
