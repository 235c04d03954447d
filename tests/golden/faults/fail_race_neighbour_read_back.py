# RUN: tilewright run --strict %s
import torch
import triton
import triton.language as tl


@triton.jit
def difference_kernel(x_ptr, square_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets)
    tl.store(square_ptr + offsets, x * x)
    previous = tl.load(square_ptr + offsets - 1, mask=offsets > 0, other=0.0)
    tl.store(out_ptr + offsets, x * x - previous)


x = torch.arange(512, dtype=torch.float32, device="cuda")
square, out = torch.empty_like(x), torch.empty_like(x)
difference_kernel[(1,)](x, square, out, BLOCK=512)
print(out.sum().item())
# EXPECT stderr
#| fail_race_neighbour_read_back.py:12:16: error: race: 'square_ptr' index 255 is stored by lane 255 and loaded by lane 256 in program (0, 0, 0), with no barrier between [race]
#|       previous = tl.load(square_ptr + offsets - 1, mask=offsets > 0, other=0.0)
#|                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_race_neighbour_read_back.py:11:5: note: it is stored here
#|       tl.store(square_ptr + offsets, x * x)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: these lanes belong to different warps of the 4, which run in any order; put tl.debug_barrier() between, or keep the values in registers
#| note: in program (0, 0, 0) of kernel 'difference_kernel', grid (1, 1, 1)
#| fail_race_neighbour_read_back.py:18:1: note: launched here
#|   difference_kernel[(1,)](x, square, out, BLOCK=512)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
