# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def copy_kernel(x_ptr, out_ptr, start, BLOCK: tl.constexpr):
    offsets = tl.multiple_of(start + tl.arange(0, BLOCK), 16)
    tl.store(out_ptr + tl.arange(0, BLOCK), tl.load(x_ptr + offsets))


x = torch.ones(100, device="cuda")
copy_kernel[(1,)](x, torch.empty(64, device="cuda"), 5, BLOCK=64)
# EXPECT stderr
#| fail_hint_multiple_of.py:9:15: error: tl.multiple_of says 16, but lane 0 is 5, and it is used as an address, 'x_ptr' index 5, in program (0, 0, 0) [wrong-hint]
#|       offsets = tl.multiple_of(start + tl.arange(0, BLOCK), 16)
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_hint_multiple_of.py:10:45: note: it is used here
#|       tl.store(out_ptr + tl.arange(0, BLOCK), tl.load(x_ptr + offsets))
#|                                               ^~~~~~~~~~~~~~~~~~~~~~~~
#| note: a compiler that trusts the hint makes wide accesses that go to the wrong places; take it out, or make it hold
#| note: in program (0, 0, 0) of kernel 'copy_kernel', grid (1, 1, 1)
#| fail_hint_multiple_of.py:14:1: note: launched here
#|   copy_kernel[(1,)](x, torch.empty(64, device="cuda"), 5, BLOCK=64)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
