# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def divide_kernel(x_ptr, y_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets) % tl.load(y_ptr + offsets))


x = torch.full((4,), -(2**31), dtype=torch.int32, device="cuda")
divide_kernel[(1,)](x, torch.tensor([1, 2, -1, 4], dtype=torch.int32, device="cuda"), torch.empty_like(x), BLOCK=4)
# EXPECT stderr
#| fail_least_integer_divided.py:10:33: error: the least int32 is divided by -1, which int32 cannot hold, and the result is stored to 'out_ptr' index 2 in program (0, 0, 0) [integer-overflow]
#|       tl.store(out_ptr + offsets, tl.load(x_ptr + offsets) % tl.load(y_ptr + offsets))
#|                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_least_integer_divided.py:10:5: note: it is used here
#|       tl.store(out_ptr + offsets, tl.load(x_ptr + offsets) % tl.load(y_ptr + offsets))
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: divide in a wider type, or mask the lanes
#| note: in program (0, 0, 0) of kernel 'divide_kernel', grid (1, 1, 1)
#| fail_least_integer_divided.py:14:1: note: launched here
#|   divide_kernel[(1,)](x, torch.tensor([1, 2, -1, 4], dtype=torch.int32, device="cuda"), torch.empty_like(x), BLOCK=4)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
