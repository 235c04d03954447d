# RUN: tilewright run %s
"""tl.cat keeps the lanes of both blocks; a sum cannot tell their order."""
import torch
import triton
import triton.language as tl


@triton.jit
def cat_kernel(x_ptr, y_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    both = tl.cat(tl.load(x_ptr + n), tl.load(y_ptr + n), can_reorder=True)
    tl.static_assert(both.shape[0] == 2 * N)
    tl.store(out_ptr, tl.sum(both, axis=0))
    tl.store(out_ptr + 1, tl.max(both, axis=0))


x, y = torch.arange(16, dtype=torch.int32), torch.arange(16, dtype=torch.int32) * 10
out = torch.empty(2, dtype=torch.int32)
cat_kernel[(1,)](x, y, out, 16)
print(out.tolist())
# EXPECT stdout
#| [1320, 150]
