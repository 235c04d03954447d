# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def hand_over_kernel(data_ptr, flag_ptr, out_ptr):
    if tl.program_id(0) == 0:
        tl.store(data_ptr, 1.0)
        tl.atomic_xchg(flag_ptr, 1)
        tl.store(data_ptr + 1, 2.0)
        tl.atomic_xchg(flag_ptr + 1, 1, sem="release")
    else:
        while tl.atomic_add(flag_ptr, 0, sem="acquire") == 0:
            pass
        first = tl.load(data_ptr)
        while tl.atomic_add(flag_ptr + 1, 0, sem="acquire") == 0:
            pass
        tl.store(out_ptr, first)
        tl.store(out_ptr + 1, tl.load(data_ptr + 1))


data, out = torch.zeros(2, device="cuda"), torch.zeros(2, device="cuda")
flag = torch.zeros(2, dtype=torch.int32, device="cuda")
hand_over_kernel[(2,)](data, flag, out)
print(out.tolist())
# EXPECT stdout
#| [1.0, 2.0]
