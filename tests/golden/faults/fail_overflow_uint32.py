# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def pick_kernel(x_ptr, index_ptr, out_ptr, stride, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    index = tl.load(index_ptr + offsets).to(tl.uint32)
    tl.store(out_ptr + offsets, tl.load(x_ptr + index * stride.to(tl.uint32)))


x = torch.ones(1024, device="cuda")
index = torch.tensor([0, 1, 2, 1 << 24] * 4, dtype=torch.int32, device="cuda")
pick_kernel[(1,)](x, index, torch.empty(16, device="cuda"), 256, BLOCK=16)
# EXPECT stderr
#| fail_overflow_uint32.py:11:49: error: uint32 arithmetic wraps here, and the result is used as an address, 'x_ptr' index 0, in program (0, 0, 0) [integer-overflow]
#|       tl.store(out_ptr + offsets, tl.load(x_ptr + index * stride.to(tl.uint32)))
#|                                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_overflow_uint32.py:11:33: note: it is used here
#|       tl.store(out_ptr + offsets, tl.load(x_ptr + index * stride.to(tl.uint32)))
#|                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: compute offsets in int64: tl.program_id(0).to(tl.int64), or index.to(tl.int64) * stride
#| note: in program (0, 0, 0) of kernel 'pick_kernel', grid (1, 1, 1)
#| fail_overflow_uint32.py:16:1: note: launched here
#|   pick_kernel[(1,)](x, index, torch.empty(16, device="cuda"), 256, BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
