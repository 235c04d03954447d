# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def copy_rows_kernel(x_ptr, out_ptr, stride, BLOCK: tl.constexpr):
    stride = tl.multiple_of(stride, 8)
    rows, columns = tl.arange(0, BLOCK)[:, None], tl.arange(0, BLOCK)[None, :]
    x = tl.load(x_ptr + rows * stride + columns)
    tl.store(out_ptr + rows * BLOCK + columns, x)


x = torch.ones(16, 19, device="cuda")
copy_rows_kernel[(1,)](x, torch.empty(16, 16, device="cuda"), x.stride(0), BLOCK=16)
# EXPECT stderr
#| fail_hint_stride.py:9:14: error: tl.multiple_of says 8, but the value is 19, and it is used as an address, 'x_ptr' index 0 [0, 0], in program (0, 0, 0) [wrong-hint]
#|       stride = tl.multiple_of(stride, 8)
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_hint_stride.py:11:9: note: it is used here
#|       x = tl.load(x_ptr + rows * stride + columns)
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: a compiler that trusts the hint makes wide accesses that go to the wrong places; take it out, or make it hold
#| note: in program (0, 0, 0) of kernel 'copy_rows_kernel', grid (1, 1, 1)
#| fail_hint_stride.py:16:1: note: launched here
#|   copy_rows_kernel[(1,)](x, torch.empty(16, 16, device="cuda"), x.stride(0), BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
