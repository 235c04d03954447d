# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def smooth_kernel(x_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = (offsets > 0) & (offsets < n - 1)
    left = tl.load(x_ptr + offsets - 1, mask=inside, other=0.0)
    right = tl.load(x_ptr + offsets + 1, mask=inside, other=0.0)
    tl.store(x_ptr + offsets, (left + right) / 2, mask=inside)


# Ones stay ones, whatever the order; other values would not.
x = torch.ones(256, device="cuda")
smooth_kernel[(2,)](x, 256, BLOCK=128)
print(x.sum().item())
# EXPECT stderr
#| fail_race_store_that_changes_nothing.py:11:12: error: race: 'x_ptr' index 127 is read by program (1, 0, 0) and written by program (0, 0, 0) [race]
#|       left = tl.load(x_ptr + offsets - 1, mask=inside, other=0.0)
#|              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_race_store_that_changes_nothing.py:13:5: note: it is written by program (0, 0, 0) here
#|       tl.store(x_ptr + offsets, (left + right) / 2, mask=inside)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: programs of one launch run in any order; give each its own elements, use atomics, or launch twice
#| note: in program (1, 0, 0) of kernel 'smooth_kernel', grid (2, 1, 1)
#| fail_race_store_that_changes_nothing.py:18:1: note: launched here
#|   smooth_kernel[(2,)](x, 256, BLOCK=128)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
