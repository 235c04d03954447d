# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def two_phases_kernel(x_ptr, y_ptr, arrived_ptr, BLOCK: tl.constexpr):
    pid, programs = tl.program_id(0), tl.num_programs(0)
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets)
    tl.store(y_ptr + offsets, x * x)
    tl.debug_barrier()
    tl.atomic_add(arrived_ptr, 1)
    while tl.atomic_add(arrived_ptr, 0) < programs:
        pass
    # In place, from what the neighbour wrote: no program reads x any more.
    neighbour = (offsets + BLOCK) % (programs * BLOCK)
    tl.store(x_ptr + offsets, tl.load(y_ptr + neighbour))


x = torch.arange(128, dtype=torch.float32, device="cuda")
expected = torch.roll(x * x, -32)
y = torch.empty_like(x)
two_phases_kernel[(4,)](x, y, torch.zeros(1, dtype=torch.int32, device="cuda"), BLOCK=32)
print(torch.equal(x, expected))
# EXPECT stdout
#| True
