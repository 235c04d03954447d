# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, out_ptr, tiles, BLOCK: tl.constexpr):
    tile = tl.program_id(0)
    while tile < tiles:
        for half in range(2):
            offsets = tile * BLOCK + half * (BLOCK // 2) + tl.arange(0, BLOCK // 2)
            tl.store(out_ptr + offsets, 2 * tl.load(x_ptr + offsets))


x = torch.ones(128, device="cuda")
scale_kernel[(2,)](x, torch.empty_like(x), 4, BLOCK=32)
# EXPECT stderr
#| fail_endless_persistent_loop.py:10:11: error: this loop never ends: its test stays true in program (0, 0, 0) [fuel-exhausted]
#|       while tile < tiles:
#|             ^~~~~~~~~~~~
#| fail_endless_persistent_loop.py:10:11: note: it compares 0 with 4 here
#|       while tile < tiles:
#|             ^~~~~~~~~~~~
#| note: a turn changes nothing that this comes from: does the loop lack a step?
#| note: in program (0, 0, 0) of kernel 'scale_kernel', grid (2, 1, 1)
#| fail_endless_persistent_loop.py:17:1: note: launched here
#|   scale_kernel[(2,)](x, torch.empty_like(x), 4, BLOCK=32)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
