# RUN: tilewright run --strict %s
import torch
import triton
import triton.language as tl


@triton.jit
def double_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, 2 * tl.load(x_ptr + offsets))


x = torch.arange(64, dtype=torch.float32, device="cuda")
both = torch.zeros(2, 50, device="cuda")
first, second = both[0], both[1]
double_kernel[(4,)](x, first, BLOCK=16)
print(second[:3].tolist())
# EXPECT stderr
#| fail_outside_view_strict.py:10:5: error: store outside of the view that 'out_ptr' is, inside of the memory behind it: index 50 in program (3, 0, 0) [out-of-bounds]
#|       tl.store(out_ptr + offsets, 2 * tl.load(x_ptr + offsets))
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: 'out_ptr' is a view of shape [50] and strides [1] of memory that holds 100 elements
#| note: lane 2 of the block's 16
#| note: a GPU says nothing and what lies beside the view is lost; mask the lanes, or pass the tensor that is meant
#| note: in program (3, 0, 0) of kernel 'double_kernel', grid (4, 1, 1)
#| fail_outside_view_strict.py:16:1: note: launched here
#|   double_kernel[(4,)](x, first, BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
