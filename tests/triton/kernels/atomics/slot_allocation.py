# RUN: tilewright run %s
"""Rows appended to lists whose lengths are atomic counters."""
import torch
import triton
import triton.language as tl


@triton.jit
def append_kernel(owner_ptr, counter_ptr, lists_ptr, CAPACITY):
    row = tl.program_id(0)
    owner = tl.load(owner_ptr + row)
    slot = tl.atomic_add(counter_ptr + owner, 1)
    tl.store(lists_ptr + owner * CAPACITY + slot, row)


torch.manual_seed(3)
owner = torch.randint(0, 4, (40,))
counter = torch.zeros(4, dtype=torch.int32)
lists = torch.full((4, 40), -1, dtype=torch.int32)
append_kernel[(40,)](owner, counter, lists, 40)
for i in range(4):
    rows = lists[i, : counter[i]]
    assert torch.equal(rows.sort().values.long(), (owner == i).nonzero().flatten())
print(counter.sum().item(), "rows placed")
# EXPECT stdout
#| 40 rows placed
