# RUN: tilewright run %s
"""max and min of rows with NaN take the numbers."""
import torch
import triton
import triton.language as tl


@triton.jit
def extreme_kernel(x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr):
    m = tl.arange(0, M)
    x = tl.load(x_ptr + m[:, None] * N + tl.arange(0, N)[None, :])
    tl.store(out_ptr + m, tl.max(x, axis=1))
    tl.store(out_ptr + M + m, tl.min(x, axis=1))
    tl.store(out_ptr + 2 * M + m, tl.sum(x, axis=1))


nan = float("nan")
x = torch.tensor([[1.0, nan, 3.0, 2.0], [nan, -1.0, -5.0, nan]])
out = torch.empty(3, 2)
extreme_kernel[(1,)](x, out, 2, 4)
print(out.tolist())
assert out[:2].tolist() == [[3.0, -1.0], [1.0, -5.0]] and out[2].isnan().all()
# EXPECT stdout
#| [[3.0, -1.0], [1.0, -5.0], [nan, nan]]
