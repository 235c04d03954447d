# RUN: tilewright run --strict %s
import torch
import triton
import triton.language as tl


@triton.jit
def square_kernel(a_ptr, out_ptr, K, BLOCK: tl.constexpr):
    rows, inner = tl.arange(0, BLOCK), tl.arange(0, BLOCK)
    a = tl.load(a_ptr + rows[:, None] * K + inner[None, :], mask=inner[None, :] < K)
    tl.store(out_ptr + rows[:, None] * BLOCK + rows[None, :], tl.dot(a, tl.trans(a), input_precision="ieee"))


a = torch.ones(16, 10, device="cuda")
square_kernel[(1,)](a, torch.empty(16, 16, device="cuda"), 10, BLOCK=16)
# EXPECT stderr
#| fail_masked_lanes_dot.py:10:9: error: a lane that this load masks off, 'a_ptr' index 10 [1, 0], has no value (no `other`), and it is stored to 'out_ptr' index 0 [0, 0] in program (0, 0, 0) [uninitialised-read]
#|       a = tl.load(a_ptr + rows[:, None] * K + inner[None, :], mask=inner[None, :] < K)
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_masked_lanes_dot.py:11:5: note: it is used here
#|       tl.store(out_ptr + rows[:, None] * BLOCK + rows[None, :], tl.dot(a, tl.trans(a), input_precision="ieee"))
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: give the load `other=` a value that does not change the result, or mask the lanes with tl.where
#| note: in program (0, 0, 0) of kernel 'square_kernel', grid (1, 1, 1)
#| fail_masked_lanes_dot.py:15:1: note: launched here
#|   square_kernel[(1,)](a, torch.empty(16, 16, device="cuda"), 10, BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
