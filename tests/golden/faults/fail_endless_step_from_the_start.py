# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, out_ptr, tiles, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    tile = pid
    while tile < tiles:
        offsets = tile * BLOCK + tl.arange(0, BLOCK)
        tl.store(out_ptr + offsets, 2 * tl.load(x_ptr + offsets))
        tile = pid + tl.num_programs(0)


x = torch.ones(256, device="cuda")
scale_kernel[(2,)](x, torch.empty_like(x), 8, BLOCK=32)
# EXPECT stderr
#| fail_endless_step_from_the_start.py:11:11: error: this loop never ends: its test stays true in program (0, 0, 0) [fuel-exhausted]
#|       while tile < tiles:
#|             ^~~~~~~~~~~~
#| fail_endless_step_from_the_start.py:11:11: note: it compares 2 with 8 here
#|       while tile < tiles:
#|             ^~~~~~~~~~~~
#| note: a turn changes nothing that this comes from: does the loop lack a step?
#| note: in program (0, 0, 0) of kernel 'scale_kernel', grid (2, 1, 1)
#| fail_endless_step_from_the_start.py:18:1: note: launched here
#|   scale_kernel[(2,)](x, torch.empty_like(x), 8, BLOCK=32)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
