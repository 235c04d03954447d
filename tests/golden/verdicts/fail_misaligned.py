# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def unpack_kernel(bytes_ptr, out_ptr, start, BLOCK: tl.constexpr):
    words = (bytes_ptr + start).to(tl.pointer_type(tl.float32), bitcast=True)
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.load(words + offsets))


data = torch.zeros(100, dtype=torch.int8, device="cuda")
out = torch.empty(16, device="cuda")
unpack_kernel[(1,)](data, out, 6, BLOCK=16)
# EXPECT stderr
#| fail_misaligned.py:11:33: error: misaligned load: 'bytes_ptr' index 6 at byte 6, where elements of 4 bytes are accessed, in program (0, 0, 0) [misaligned]
#|       tl.store(out_ptr + offsets, tl.load(words + offsets))
#|                                   ^~~~~~~~~~~~~~~~~~~~~~~~
#| note: an address must be a multiple of the 4 bytes of its element
#| note: in program (0, 0, 0) of kernel 'unpack_kernel', grid (1, 1, 1)
#| fail_misaligned.py:16:1: note: launched here
#|   unpack_kernel[(1,)](data, out, 6, BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
