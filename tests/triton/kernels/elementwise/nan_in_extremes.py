# RUN: tilewright run %s
# NOT IN INTERPRETER: maximum of a number and NaN is NaN
"""minimum, maximum and clamp with and without NaN."""
import torch
import triton
import triton.language as tl


@triton.jit
def extreme_kernel(x_ptr, y_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    y = tl.load(y_ptr + n)
    tl.store(out_ptr + n, tl.maximum(x, y))
    tl.store(out_ptr + N + n, tl.minimum(x, y))
    tl.store(out_ptr + 2 * N + n, tl.maximum(x, y, propagate_nan=tl.PropagateNan.ALL))
    tl.store(out_ptr + 3 * N + n, tl.minimum(x, y, propagate_nan=tl.PropagateNan.ALL))
    tl.store(out_ptr + 4 * N + n, tl.clamp(y, -0.5, 0.5))


torch.manual_seed(6)
x, y = torch.randn(64), torch.randn(64)
x[5] = float("nan")
out = torch.empty(5, 64)
extreme_kernel[(1,)](x, y, out, 64)
expected = [torch.fmax(x, y), torch.fmin(x, y), torch.maximum(x, y), torch.minimum(x, y), y.clamp(-0.5, 0.5)]
torch.testing.assert_close(out, torch.stack(expected), rtol=0, atol=0, equal_nan=True)
print("lanes with NaN in each:", out.isnan().sum(1).tolist())
# EXPECT stdout
#| lanes with NaN in each: [0, 0, 1, 1, 0]
