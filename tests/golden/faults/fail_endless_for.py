# RUN: tilewright run --fuel 100000000 %s
import torch
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x_ptr, out_ptr, turns, BLOCK: tl.constexpr):
    acc = tl.zeros((BLOCK,), tl.float32)
    for turn in range(turns):
        for i in range(4):
            acc += tl.load(x_ptr + i * BLOCK + tl.arange(0, BLOCK))
    tl.store(out_ptr + tl.arange(0, BLOCK), acc)


x = torch.ones(64, device="cuda")
sum_kernel[(1,)](x, torch.empty(16, device="cuda"), 2**31 - 1, BLOCK=16)
# EXPECT stderr
#| fail_endless_for.py:10:5: error: the fuel of 100000000 steps is used up in this loop, which has 2147136329 turns left, in program (0, 0, 0) [fuel-exhausted]
#|       for turn in range(turns):
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_endless_for.py:11:9: note: it ended in the loop inside of it here
#|           for i in range(4):
#|           ^~~~~~~~~~~~~~~~~~
#| note: in program (0, 0, 0) of kernel 'sum_kernel', grid (1, 1, 1)
#| fail_endless_for.py:17:1: note: launched here
#|   sum_kernel[(1,)](x, torch.empty(16, device="cuda"), 2**31 - 1, BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
