# RUN: tilewright run %s
"""A lock taken with atomic_cas guards a sum that plain stores update."""
import torch
import triton
import triton.language as tl


@triton.jit
def locked_kernel(x_ptr, out_ptr, lock_ptr, N: tl.constexpr):
    row = tl.program_id(0)
    n = tl.arange(0, N)
    x = tl.load(x_ptr + row * N + n)
    group = row % 4
    while tl.atomic_cas(lock_ptr + group, 0, 1) == 1:
        pass
    total = tl.load(out_ptr + group * N + n)
    tl.store(out_ptr + group * N + n, total + x)
    tl.debug_barrier()
    tl.atomic_xchg(lock_ptr + group, 0)


x = torch.randint(0, 100, (32, 64))
out = torch.zeros(4, 64, dtype=torch.int64)
locks = torch.zeros(4, dtype=torch.int32)
locked_kernel[(32,)](x, out, locks, 64)
assert torch.equal(out, x.view(8, 4, 64).sum(0)) and not locks.any()
print(out.sum().item() == x.sum().item())
# EXPECT stdout
#| True
