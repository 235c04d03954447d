# RUN: tilewright run %s
"""Which type two floats of different types make."""
import torch
import triton
import triton.language as tl


@triton.jit
def float_kernel(h_ptr, s_ptr, d_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    h = tl.load(h_ptr + n)
    s = tl.load(s_ptr + n)
    d = tl.load(d_ptr + n)
    tl.static_assert((h + s).dtype == tl.float32)
    tl.static_assert((h + d).dtype == tl.float64)
    tl.static_assert((s * d).dtype == tl.float64)
    tl.static_assert((h + h).dtype == tl.float16)
    tl.static_assert((h + n).dtype == tl.float16)
    tl.static_assert((s + n).dtype == tl.float32)
    tl.static_assert((h / h).dtype == tl.float32)
    tl.static_assert((h % h).dtype == tl.float32)
    tl.store(out_ptr + n, h + s)
    tl.store(out_ptr + N + n, h + d)
    tl.store(out_ptr + 2 * N + n, s * d)
    tl.store(out_ptr + 3 * N + n, h + n)
    tl.store(out_ptr + 4 * N + n, h / (h + 4.0))


torch.manual_seed(0)
h, s, d = torch.randn(32).half(), torch.randn(32), torch.randn(32, dtype=torch.float64)
out = torch.empty(5, 32, dtype=torch.float64)
float_kernel[(1,)](h, s, d, out, 32)
n = torch.arange(32)
expected = [h + s, h + d, s * d, h + n.half(), h.float() / (h + 4.0).float()]
torch.testing.assert_close(out, torch.stack([row.double() for row in expected]))
print("float pairs hold")
# EXPECT stdout
#| float pairs hold
