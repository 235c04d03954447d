# RUN: tilewright run %s
"""A while loop on values of the program: the Collatz steps of every number."""
import torch
import triton
import triton.language as tl


@triton.jit
def collatz_kernel(out_ptr, n):
    value = tl.program_id(0) + 1
    steps = 0
    while value != 1:
        if value % 2 == 0:
            value = value // 2
        else:
            value = 3 * value + 1
        steps += 1
    tl.store(out_ptr + tl.program_id(0), steps)


out = torch.empty(30, dtype=torch.int32)
collatz_kernel[(30,)](out, 30)
print(out.tolist())
assert out[26] == 111
# EXPECT stdout
#| [0, 1, 7, 2, 5, 8, 16, 3, 19, 6, 14, 9, 9, 17, 17, 4, 12, 20, 20, 7, 7, 15, 15, 10, 23, 10, 111, 18, 18, 18]
