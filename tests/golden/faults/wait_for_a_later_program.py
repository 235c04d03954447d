# RUN: tilewright run --threads 4 %s
import torch
import triton
import triton.language as tl


@triton.jit
def relay_kernel(flag_ptr, out_ptr):
    pid, last = tl.program_id(0), tl.num_programs(0) - 1
    if pid < last:
        while tl.atomic_add(flag_ptr + pid + 1, 0) == 0:
            pass
        tl.store(out_ptr + pid, tl.load(out_ptr + pid + 1) + 1)
    else:
        tl.store(out_ptr + pid, 1)
    tl.atomic_xchg(flag_ptr + pid, 1)


flags = torch.zeros(100, dtype=torch.int32, device="cuda")
out = torch.zeros(100, dtype=torch.int32, device="cuda")
relay_kernel[(100,)](flags, out)
print(out[0].item(), out[99].item())
# EXPECT stdout
#| 100 1
