# RUN: tilewright run %s
"""sort in both directions, over the last axis of two."""
import torch
import triton
import triton.language as tl


@triton.jit
def sort_kernel(x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr):
    index = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    x = tl.load(x_ptr + index)
    tl.store(out_ptr + index, tl.sort(x))
    tl.store(out_ptr + M * N + index, tl.sort(x, dim=1, descending=True))


torch.manual_seed(10)
for dtype in (torch.float32, torch.int32, torch.int64):
    x = (torch.randn(8, 64) * 100).to(dtype)
    out = torch.empty(2, 8, 64, dtype=dtype)
    sort_kernel[(1,)](x, out, 8, 64)
    assert torch.equal(out, torch.stack([x.sort(1).values, x.sort(1, descending=True).values]))
    print(dtype, "sorted")
# EXPECT stdout
#| torch.float32 sorted
#| torch.int32 sorted
#| torch.int64 sorted
