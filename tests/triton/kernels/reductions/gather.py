# RUN: tilewright run %s
"""tl.gather along both axes."""
import torch
import triton
import triton.language as tl


@triton.jit
def gather_kernel(x_ptr, i_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr):
    index = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    x = tl.load(x_ptr + index)
    i = tl.load(i_ptr + index)
    tl.store(out_ptr + index, tl.gather(x, i, axis=1))
    tl.store(out_ptr + M * N + index, tl.gather(x, i % M, axis=0))


torch.manual_seed(14)
x = torch.randn(8, 16)
i = torch.randint(0, 16, (8, 16), dtype=torch.int32)
out = torch.empty(2, 8, 16)
gather_kernel[(1,)](x, i, out, 8, 16)
assert torch.equal(out[0], x.gather(1, i.long()))
assert torch.equal(out[1], x.gather(0, i.long() % 8))
print("gathered")
# EXPECT stdout
#| gathered
