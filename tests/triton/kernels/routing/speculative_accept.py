# RUN: tilewright run %s
"""Draft tokens accepted up to the first that the target would not take."""
import torch
import triton
import triton.language as tl


@triton.jit
def accept_kernel(draft_ptr, target_ptr, starts_ptr, bonus_ptr, out_ptr, MAX):
    request = tl.program_id(0)
    begin, end = tl.load(starts_ptr + request), tl.load(starts_ptr + request + 1)
    rejected = False
    for place in range(end - begin):
        if not rejected:
            wanted = tl.load(target_ptr + begin + place)
            tl.store(out_ptr + request * (MAX + 1) + place, wanted)
            if tl.load(draft_ptr + begin + place) != wanted:
                rejected = True
    if not rejected:
        tl.store(out_ptr + request * (MAX + 1) + end - begin, tl.load(bonus_ptr + request))


draft = torch.tensor([1, 2, 3, 4, 5, 6], dtype=torch.int32)
target = torch.tensor([1, 2, 9, 4, 5, 6], dtype=torch.int32)
starts = torch.tensor([0, 3, 3, 6], dtype=torch.int32)
out = torch.full((3, 4), -1, dtype=torch.int32)
accept_kernel[(3,)](draft, target, starts, torch.tensor([70, 80, 90], dtype=torch.int32), out, 3)
print(out.tolist())
assert out.tolist() == [[1, 2, 9, -1], [80, -1, -1, -1], [4, 5, 6, 90]]
# EXPECT stdout
#| [[1, 2, 9, -1], [80, -1, -1, -1], [4, 5, 6, 90]]
