# RUN: tilewright run %s
"""Programs that leave early, and helpers with several returns."""
import torch
import triton
import triton.language as tl


@triton.jit
def sign_of(x):
    if x > 0:
        return 1
    elif x < 0:
        return -1
    return 0


@triton.jit
def early_kernel(x_ptr, out_ptr, n):
    pid = tl.program_id(0)
    if pid >= n:
        return
    x = tl.load(x_ptr + pid)
    if x == 3:
        tl.store(out_ptr + pid, 33)
        return
    tl.store(out_ptr + pid, sign_of(x))


x = torch.tensor([-5, 0, 3, 7], dtype=torch.int32)
out = torch.full((6,), 9, dtype=torch.int32)
early_kernel[(6,)](x, out, 4)
print(out.tolist())
assert out.tolist() == [-1, 0, 33, 1, 9, 9]
# EXPECT stdout
#| [-1, 0, 33, 1, 9, 9]
