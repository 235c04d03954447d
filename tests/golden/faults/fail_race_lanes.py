# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def row_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    rows, columns = tl.arange(0, BLOCK)[:, None], tl.arange(0, BLOCK)[None, :]
    x = tl.load(x_ptr + rows * BLOCK + columns)
    tl.store(out_ptr + rows + 0 * columns, x)  # all columns of a row go to one place


x = torch.arange(256, dtype=torch.float32, device="cuda")
row_kernel[(1,)](x, torch.zeros(16, device="cuda"), BLOCK=16)
# EXPECT stderr
#| fail_race_lanes.py:11:5: error: race: lanes 0 and 1 of one store write 0 and 1 to 'out_ptr' index 0 in program (0, 0, 0) [race]
#|       tl.store(out_ptr + rows + 0 * columns, x)  # all columns of a row go to one place
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: lanes of a block run in any order, so either value may stay; mask all but one of them, or reduce them first
#| note: in program (0, 0, 0) of kernel 'row_kernel', grid (1, 1, 1)
#| fail_race_lanes.py:15:1: note: launched here
#|   row_kernel[(1,)](x, torch.zeros(16, device="cuda"), BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
