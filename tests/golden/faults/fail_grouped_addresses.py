# RUN: tilewright run %s --orders
"""Programs that store different values through one address: the order decides."""
import torch
import triton
import triton.language as tl


@triton.jit
def fill_kernel(addresses, B: tl.constexpr):
    out = tl.load(addresses + tl.program_id(0)).to(tl.pointer_type(tl.float32))
    tl.atomic_xchg(out, tl.program_id(0).to(tl.float32))


out = torch.zeros(1, device="cuda")
addresses = torch.tensor([out.data_ptr()] * 3, dtype=torch.int64, device="cuda")
fill_kernel[(3,)](addresses, B=16)
# EXPECT stderr
#| fail_grouped_addresses.py:16:1: error: the result depends on the order in which programs run: 'memory by address' index 0 is 2 with the first program first and 0 with the last one first [nondeterministic]
#|   fill_kernel[(3,)](addresses, B=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: a GPU runs programs in any order; places handed out by an atomic, and the last of several stores, differ from run to run
#| fail_grouped_addresses.py:16:1: note: launched here
#|   fill_kernel[(3,)](addresses, B=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
