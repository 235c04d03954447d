# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def widen_kernel(bytes_ptr, out_ptr, start, BLOCK: tl.constexpr):
    words = (bytes_ptr + start).to(tl.pointer_type(tl.int32))
    block = tl.make_block_ptr(words, (BLOCK,), (1,), (0,), (BLOCK,), (0,))
    tl.store(out_ptr + tl.arange(0, BLOCK), tl.load(block))


data = torch.zeros(100, dtype=torch.int8, device="cuda")
widen_kernel[(1,)](data, torch.empty(16, dtype=torch.int32, device="cuda"), 2, BLOCK=16)
# EXPECT stderr
#| fail_misaligned_block_pointer.py:11:45: error: misaligned load: 'bytes_ptr' index 2 at byte 2, where elements of 4 bytes are accessed, in program (0, 0, 0) [misaligned]
#|       tl.store(out_ptr + tl.arange(0, BLOCK), tl.load(block))
#|                                               ^~~~~~~~~~~~~~
#| note: an address must be a multiple of the 4 bytes of its element
#| note: in program (0, 0, 0) of kernel 'widen_kernel', grid (1, 1, 1)
#| fail_misaligned_block_pointer.py:15:1: note: launched here
#|   widen_kernel[(1,)](data, torch.empty(16, dtype=torch.int32, device="cuda"), 2, BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
