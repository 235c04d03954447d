# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def scatter_kernel(x_ptr, place_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    place = tl.load(place_ptr + offsets)
    tl.store(out_ptr + place, tl.load(x_ptr + offsets))


x = torch.arange(8, dtype=torch.float32, device="cuda")
place = torch.tensor([7, 6, 5, 4, 3, 2, 6, 0], device="cuda")
scatter_kernel[(1,)](x, place, torch.zeros(8, device="cuda"), BLOCK=8)
# EXPECT stderr
#| fail_race_lanes_of_indices.py:11:5: error: race: lanes 1 and 6 of one store write 1 and 6 to 'out_ptr' index 6 in program (0, 0, 0) [race]
#|       tl.store(out_ptr + place, tl.load(x_ptr + offsets))
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: lanes of a block run in any order, so either value may stay; mask all but one of them, or reduce them first
#| note: in program (0, 0, 0) of kernel 'scatter_kernel', grid (1, 1, 1)
#| fail_race_lanes_of_indices.py:16:1: note: launched here
#|   scatter_kernel[(1,)](x, place, torch.zeros(8, device="cuda"), BLOCK=8)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
