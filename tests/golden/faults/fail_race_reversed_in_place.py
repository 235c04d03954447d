# RUN: tilewright run --strict %s
import torch
import triton
import triton.language as tl


@triton.jit
def reverse_kernel(x_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets)
    tl.store(x_ptr + BLOCK - 1 - offsets, x)


x = torch.arange(1024, dtype=torch.float32, device="cuda")
reverse_kernel[(1,)](x, BLOCK=1024)
# EXPECT stderr
#| fail_race_reversed_in_place.py:11:5: error: race: 'x_ptr' index 1023 is loaded by lane 1023 and stored by lane 0 in program (0, 0, 0), with no barrier between [race]
#|       tl.store(x_ptr + BLOCK - 1 - offsets, x)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_race_reversed_in_place.py:10:9: note: it is loaded here
#|       x = tl.load(x_ptr + offsets)
#|           ^~~~~~~~~~~~~~~~~~~~~~~~
#| note: these lanes belong to different warps of the 4, which run in any order; put tl.debug_barrier() between, or keep the values in registers
#| note: in program (0, 0, 0) of kernel 'reverse_kernel', grid (1, 1, 1)
#| fail_race_reversed_in_place.py:15:1: note: launched here
#|   reverse_kernel[(1,)](x, BLOCK=1024)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
