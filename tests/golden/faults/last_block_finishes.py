# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def mean_kernel(x_ptr, sum_ptr, done_ptr, out_ptr, n, BLOCK: tl.constexpr):
    x = tl.load(x_ptr + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))
    tl.atomic_add(sum_ptr, tl.sum(x, axis=0), sem="relaxed")
    if tl.atomic_add(done_ptr, 1, sem="acq_rel") == tl.num_programs(0) - 1:
        # Every relaxed addition comes before the count that its program released.
        tl.store(out_ptr, tl.load(sum_ptr) / n)


x = torch.arange(256, dtype=torch.float32, device="cuda")
total, out = torch.zeros(1, device="cuda"), torch.empty(1, device="cuda")
mean_kernel[(4,)](x, total, torch.zeros(1, dtype=torch.int32, device="cuda"), out, 256, BLOCK=64)
print(out.item())
# EXPECT stdout
#| 127.5
