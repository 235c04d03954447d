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
