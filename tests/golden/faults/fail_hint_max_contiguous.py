# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def wrapped_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    wrapped = tl.max_contiguous(offsets % n, BLOCK)
    tl.store(out_ptr + offsets, tl.load(x_ptr + wrapped))


x = torch.ones(50, device="cuda")
wrapped_kernel[(1,)](x, torch.empty(64, device="cuda"), 50, BLOCK=64)
# EXPECT stderr
#| fail_hint_max_contiguous.py:10:15: error: tl.max_contiguous says 64, but lane 50 is 0 after 49, and it is used as an address, 'x_ptr' index 0, in program (0, 0, 0) [wrong-hint]
#|       wrapped = tl.max_contiguous(offsets % n, BLOCK)
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_hint_max_contiguous.py:11:33: note: it is used here
#|       tl.store(out_ptr + offsets, tl.load(x_ptr + wrapped))
#|                                   ^~~~~~~~~~~~~~~~~~~~~~~~
#| note: a compiler that trusts the hint makes wide accesses that go to the wrong places; take it out, or make it hold
#| note: in program (0, 0, 0) of kernel 'wrapped_kernel', grid (1, 1, 1)
#| fail_hint_max_contiguous.py:15:1: note: launched here
#|   wrapped_kernel[(1,)](x, torch.empty(64, device="cuda"), 50, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
