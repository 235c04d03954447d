# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def hand_over_kernel(flag_ptr, out_ptr):
    if tl.program_id(0) == 1:
        tl.atomic_xchg(flag_ptr, 7)
    else:
        seen = tl.load(flag_ptr, volatile=True)
        while seen == 0:
            seen = tl.load(flag_ptr, volatile=True)
        tl.store(out_ptr, seen)


out = torch.zeros(1, dtype=torch.int32, device="cuda")
hand_over_kernel[(2,)](torch.zeros(1, dtype=torch.int32, device="cuda"), out)
print(out.item())
# EXPECT stdout
#| 7
