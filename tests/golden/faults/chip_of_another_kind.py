# RUN: tilewright run --chip trn1 %s
import torch
import triton
import triton.language as tl


@triton.jit
def fill(x):
    tl.store(x + tl.program_id(0), 1.0)


x = torch.empty(2, device="cuda")
fill[(2,)](x)
fill[(2,)](x)
# EXPECT stderr
#| --chip trn1 is for NKI kernels; the Triton kernels of this file ran as for h100
