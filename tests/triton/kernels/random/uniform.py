# RUN: tilewright run %s
"""tl.rand: the same numbers for a seed and offset, uniform in [0, 1)."""
import torch
import triton
import triton.language as tl


@triton.jit
def rand_kernel(out_ptr, seed, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + i, tl.rand(seed, i))


first, second, other = (torch.empty(8192) for _ in range(3))
rand_kernel[(16,)](first, 42, BLOCK=512)
rand_kernel[(8,)](second, 42, BLOCK=1024)
rand_kernel[(16,)](other, 43, BLOCK=512)
assert torch.equal(first, second) and not torch.equal(first, other)
assert first.min() >= 0 and first.max() < 1
assert abs(first.mean() - 0.5) < 0.02 and abs(first.var() - 1 / 12) < 0.01
print([round(v, 5) for v in first[:4].tolist()])
# EXPECT stdout
#| [0.77408, 0.02456, 0.34827, 0.5408]
