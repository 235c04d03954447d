# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def gradient_kernel(x_ptr, sum_ptr, lock_ptr, GROUP: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * BLOCK + columns)
    lock, count = lock_ptr + row % GROUP, lock_ptr + GROUP + row % GROUP
    place = sum_ptr + row % GROUP * BLOCK + columns
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    # The first to come stores, the others add: the sums need not be zeros to begin with.
    if tl.load(count) == 0:
        tl.atomic_xchg(count, 1)
    else:
        x += tl.load(place)
    tl.store(place, x)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


x = torch.ones(12, 64, device="cuda")
sums = torch.empty(4, 64, device="cuda")
gradient_kernel[(12,)](x, sums, torch.zeros(8, dtype=torch.int32, device="cuda"), GROUP=4, BLOCK=64)
print(sums.sum(1).tolist())
# EXPECT stdout
#| [192.0, 192.0, 192.0, 192.0]
