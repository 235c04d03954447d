# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x_ptr, n, BLOCK: tl.constexpr):
    columns = tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), tl.float16)
    for _ in range(n):
        acc = acc + tl.load(x_ptr + columns)
    tl.store(x_ptr + columns, acc)


x = torch.ones(64, device="cuda")
sum_kernel[(1,)](x, 7, BLOCK=64)
# EXPECT stderr
#| fail_loop_carried_block.py:12:9: error: loop-carried variable 'acc' has initial type <[64], fp16> but is re-assigned to <[64], fp32> in the loop [loop-carried-type]
#|           acc = acc + tl.load(x_ptr + columns)
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: make the type and shape the same before the loop and in it
#| fail_loop_carried_block.py:17:1: note: launched here
#|   sum_kernel[(1,)](x, 7, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
