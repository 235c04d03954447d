# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def lookup_kernel(table_ptr, index_ptr, out_ptr, rows, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    index = tl.load(index_ptr + offsets)
    tl.device_assert(index < rows, "index within the table")
    tl.store(out_ptr + offsets, tl.load(table_ptr + index))


table = torch.arange(10, dtype=torch.float32, device="cuda")
index = torch.arange(32, device="cuda") % 11
out = torch.empty(32, device="cuda")
lookup_kernel[(2,)](table, index, out, 10, BLOCK=16)
# EXPECT stderr
#| fail_device_assert.py:11:5: error: assertion failed: index within the table in program (0, 0, 0) [device-assert]
#|       tl.device_assert(index < rows, "index within the table")
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: lane 10 of the block's 16
#| note: in program (0, 0, 0) of kernel 'lookup_kernel', grid (2, 1, 1)
#| fail_device_assert.py:18:1: note: launched here
#|   lookup_kernel[(2,)](table, index, out, 10, BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
