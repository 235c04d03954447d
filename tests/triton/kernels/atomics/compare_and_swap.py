# RUN: tilewright run %s
"""atomic_cas claims slots: every program gets one of its own."""
import torch
import triton
import triton.language as tl


@triton.jit
def claim_kernel(slots_ptr, mine_ptr, COUNT: tl.constexpr):
    pid = tl.program_id(0)
    slot = pid % 3
    taken = tl.atomic_cas(slots_ptr + slot, 0, pid + 1)
    while taken != 0:
        slot = (slot + 1) % COUNT
        taken = tl.atomic_cas(slots_ptr + slot, 0, pid + 1)
    tl.store(mine_ptr + pid, slot)


slots = torch.zeros(16, dtype=torch.int32)
mine = torch.empty(16, dtype=torch.int32)
claim_kernel[(16,)](slots, mine, COUNT=16)
assert mine.sort().values.tolist() == list(range(16))
assert slots[mine.long()].tolist() == list(range(1, 17))
print("every slot has one owner")
# EXPECT stdout
#| every slot has one owner
