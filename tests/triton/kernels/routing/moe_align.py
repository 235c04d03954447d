# RUN: tilewright run %s
"""Slots of experts padded to whole blocks, counted without atomics."""
import torch
import triton
import triton.language as tl


@triton.jit
def align_kernel(expert_ptr, padded_ptr, n, E: tl.constexpr, BLOCK: tl.constexpr, SIZE: tl.constexpr):
    e = tl.arange(0, E)
    count = tl.zeros((E,), dtype=tl.int32)
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        expert = tl.load(expert_ptr + i, mask=i < n, other=-1)
        count += tl.sum((expert[None, :] == e[:, None]).to(tl.int32), axis=1)
    padded = (count + SIZE - 1) // SIZE * SIZE
    tl.store(padded_ptr + e, tl.cumsum(padded, axis=0))


torch.manual_seed(1)
expert = torch.randint(0, 8, (100,), dtype=torch.int32)
padded = torch.empty(8, dtype=torch.int32)
align_kernel[(1,)](expert, padded, 100, E=8, BLOCK=32, SIZE=16)
count = torch.bincount(expert, minlength=8)
assert torch.equal(padded.long(), ((count + 15) // 16 * 16).cumsum(0))
print(padded[-1].item() % 16)
# EXPECT stdout
#| 0
