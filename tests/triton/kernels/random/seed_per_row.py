# RUN: tilewright run %s
"""A seed from memory for every row, as sampling servers keep."""
import torch
import triton
import triton.language as tl


@triton.jit
def noise_kernel(seeds_ptr, out_ptr, N: tl.constexpr):
    row = tl.program_id(0)
    n = tl.arange(0, N)
    uniform = tl.rand(tl.load(seeds_ptr + row), n)
    gumbel = -tl.log(-tl.log(tl.maximum(uniform, 1e-20)) + 1e-20)
    tl.store(out_ptr + row * N + n, gumbel)


seeds = torch.tensor([5, 6, 5])
out = torch.empty(3, 1024)
noise_kernel[(3,)](seeds, out, 1024)
assert torch.equal(out[0], out[2]) and not torch.equal(out[0], out[1])
assert abs(out[0].mean() - 0.5772) < 0.15
print("equal seeds, equal rows")
# EXPECT stdout
#| equal seeds, equal rows
