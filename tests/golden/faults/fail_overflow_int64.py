# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def fill_kernel(out_ptr, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) + 3
    tl.store(out_ptr + row * stride + tl.arange(0, BLOCK), 0.0)


fill_kernel[(1,)](torch.zeros(64, device="cuda"), 1 << 62, BLOCK=16)
# EXPECT stderr
#| fail_overflow_int64.py:10:24: error: int64 arithmetic wraps here, and the result is used as an address in program (0, 0, 0) [integer-overflow]
#|       tl.store(out_ptr + row * stride + tl.arange(0, BLOCK), 0.0)
#|                          ^~~~~~~~~~~~
#| fail_overflow_int64.py:10:5: note: it is used here
#|       tl.store(out_ptr + row * stride + tl.arange(0, BLOCK), 0.0)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: the offset is beyond any tensor: look at what is multiplied here
#| note: in program (0, 0, 0) of kernel 'fill_kernel', grid (1, 1, 1)
#| fail_overflow_int64.py:13:1: note: launched here
#|   fill_kernel[(1,)](torch.zeros(64, device="cuda"), 1 << 62, BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
