# RUN: tilewright run %s
"""Moving averages of weights and a cosine schedule on the host."""
import torch
import triton
import triton.language as tl
import math


@triton.jit
def average_kernel(p_ptr, average_ptr, n, decay, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    average = tl.load(average_ptr + i, mask=i < n)
    tl.store(average_ptr + i, average + (1 - decay) * (tl.load(p_ptr + i, mask=i < n) - average), mask=i < n)


p, average = torch.ones(100), torch.zeros(100)
expected = 0.0
for step in range(10):
    decay = 1 - 0.5 * (1 + math.cos(math.pi * step / 10)) * 0.5
    average_kernel[(1,)](p, average, 100, decay, BLOCK=128)
    expected += (1 - decay) * (1 - expected)
torch.testing.assert_close(average, torch.full((100,), expected))
print(round(average[0].item(), 4))
# EXPECT stdout
#| 0.9702
