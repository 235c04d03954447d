# RUN: tilewright run %s
# NOT IN INTERPRETER: descriptors have no atomics
"""Blocks added, and extremes taken, through a descriptor."""
import torch
import triton
import triton.language as tl


@triton.jit
def add_kernel(out_ptr, high_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr):
    out = tl.make_tensor_descriptor(out_ptr, [M, N], [N, 1], [BM, BN])
    high = tl.make_tensor_descriptor(high_ptr, [M, N], [N, 1], [BM, BN])
    pid = tl.program_id(0)
    out.atomic_add([0, 0], tl.full((BM, BN), 1.5, tl.float32) * pid)
    high.atomic_max([0, 0], tl.zeros((BM, BN), dtype=tl.int32) + pid)


triton.set_allocator(lambda size, alignment, stream: torch.empty(size, dtype=torch.int8))
out, high = torch.zeros(12, 20), torch.zeros(12, 20, dtype=torch.int32)
add_kernel[(4,)](out, high, 12, 20, BM=16, BN=32)
assert torch.equal(out, torch.full((12, 20), 9.0)) and torch.equal(high, torch.full((12, 20), 3).int())
print(out[0, 0].item(), high[11, 19].item())
# EXPECT stdout
#| 9.0 3
