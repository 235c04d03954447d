# RUN: tilewright run %s --orders
"""Addresses of outputs in a tensor, as grouped products pass them: the comparison of two orders covers that memory too."""
import torch
import triton
import triton.language as tl


@triton.jit
def fill_kernel(addresses, B: tl.constexpr):
    out = tl.load(addresses + tl.program_id(0)).to(tl.pointer_type(tl.float32))
    i = tl.arange(0, B)
    tl.atomic_add(out + i, i.to(tl.float32))


outs = [torch.zeros(16, device="cuda") for _ in range(3)]
addresses = torch.tensor([out.data_ptr() for out in outs], dtype=torch.int64, device="cuda")
fill_kernel[(3,)](addresses, B=16)
for out in outs:
    assert torch.equal(out, torch.arange(16.0, device="cuda")), out
print("each once")
# EXPECT stdout
#| each once
