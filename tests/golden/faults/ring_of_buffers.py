# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def ring_kernel(ring_ptr, full_ptr, empty_ptr, out_ptr, rounds, SLOTS: tl.constexpr):
    # One fills slots, the other drains them; a slot is filled again only after it was drained.
    for i in range(rounds):
        slot, turn = i % SLOTS, i // SLOTS
        if tl.program_id(0) == 0:
            while tl.atomic_add(empty_ptr + slot, 0) != turn:
                pass
            tl.store(ring_ptr + slot, i * i)
            tl.atomic_add(full_ptr + slot, 1)
        else:
            while tl.atomic_add(full_ptr + slot, 0) != turn + 1:
                pass
            tl.store(out_ptr + i, tl.load(ring_ptr + slot))
            tl.atomic_add(empty_ptr + slot, 1)


out = torch.zeros(10, dtype=torch.int32, device="cuda")
ring, full, empty = (torch.zeros(3, dtype=torch.int32, device="cuda") for _ in range(3))
ring_kernel[(2,)](ring, full, empty, out, 10, SLOTS=3)
print(out.tolist())
# EXPECT stdout
#| [0, 1, 4, 9, 16, 25, 36, 49, 64, 81]
