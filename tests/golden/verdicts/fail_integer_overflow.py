# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def gather_rows_kernel(x_ptr, rows_ptr, out_ptr, stride, BLOCK: tl.constexpr):
    row = tl.load(rows_ptr + tl.program_id(0))
    columns = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * stride + columns)
    tl.store(out_ptr + tl.program_id(0) * BLOCK + columns, x)


x = torch.ones(4, 64, device="cuda")
rows = torch.tensor([0, 0, 70000], dtype=torch.int32, device="cuda")
out = torch.empty(3, 64, device="cuda")
gather_rows_kernel[(3,)](x, rows, out, 65536, BLOCK=64)
# EXPECT stderr
#| fail_integer_overflow.py:11:25: error: int32 arithmetic wraps here, and the result is used as an address, 'x_ptr' index 292552704 [4571136, 0], in program (2, 0, 0) [integer-overflow]
#|       x = tl.load(x_ptr + row * stride + columns)
#|                           ^~~~~~~~~~~~
#| fail_integer_overflow.py:11:9: note: it is used here
#|       x = tl.load(x_ptr + row * stride + columns)
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: compute offsets in int64: tl.program_id(0).to(tl.int64), or index.to(tl.int64) * stride
#| note: in program (2, 0, 0) of kernel 'gather_rows_kernel', grid (3, 1, 1)
#| fail_integer_overflow.py:18:1: note: launched here
#|   gather_rows_kernel[(3,)](x, rows, out, 65536, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
