# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def relay_kernel(data_ptr, flag_ptr, out_ptr):
    pid = tl.program_id(0)
    if pid == 0:
        tl.store(data_ptr, 5.0)
        tl.atomic_add(flag_ptr, 1, sem="release")
    elif pid == 1:
        # Adds to what program 0 left there, so who sees 3 has seen that too.
        while tl.atomic_cas(flag_ptr, 1, 3, sem="relaxed") == 0:
            pass
    else:
        while tl.atomic_add(flag_ptr, 0, sem="acquire") != 3:
            pass
        tl.store(out_ptr, tl.load(data_ptr))


out = torch.zeros(1, device="cuda")
relay_kernel[(3,)](torch.zeros(1, device="cuda"), torch.zeros(1, dtype=torch.int32, device="cuda"), out)
print(out.item())
# EXPECT stdout
#| 5.0
