# RUN: tilewright run --strict %s
import torch
import triton
import triton.language as tl


@triton.jit
def fill_kernel(out_ptr, stride, BLOCK: tl.constexpr):
    columns = tl.arange(0, BLOCK)
    tl.store(out_ptr + tl.program_id(0) * stride + columns, 1.0)


table = torch.zeros(4, 32, device="cuda")
left = table[:, :12]
fill_kernel[(4,)](left, left.stride(0), BLOCK=16)
# EXPECT stderr
#| fail_outside_view_columns.py:10:5: error: store outside of the view that 'out_ptr' is, inside of the memory behind it: index 12 [0, 12] in program (0, 0, 0) [out-of-bounds]
#|       tl.store(out_ptr + tl.program_id(0) * stride + columns, 1.0)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: 'out_ptr' is a view of shape [4, 12] and strides [32, 1] of memory that holds 128 elements
#| note: lane 12 of the block's 16
#| note: a GPU says nothing and what lies beside the view is lost; mask the lanes, or pass the tensor that is meant
#| note: in program (0, 0, 0) of kernel 'fill_kernel', grid (4, 1, 1)
#| fail_outside_view_columns.py:15:1: note: launched here
#|   fill_kernel[(4,)](left, left.stride(0), BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
