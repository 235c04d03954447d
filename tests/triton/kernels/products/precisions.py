# RUN: tilewright run %s
# NOT IN INTERPRETER: tf32 is not modelled
"""How exact tf32, tf32x3 and ieee products are."""
import torch
import triton
import triton.language as tl


@triton.jit
def dot_kernel(a_ptr, b_ptr, c_ptr, N: tl.constexpr, PRECISION: tl.constexpr):
    i, j = tl.arange(0, N)[:, None], tl.arange(0, N)[None, :]
    a, b = tl.load(a_ptr + i * N + j), tl.load(b_ptr + i * N + j)
    tl.store(c_ptr + i * N + j, tl.dot(a, b, input_precision=PRECISION))


torch.manual_seed(6)
a, b = torch.randn(2, 64, 64)
exact = a.double() @ b.double()
errors = {}
for precision in ("tf32", "tf32x3", "ieee"):
    c = torch.empty(64, 64)
    dot_kernel[(1,)](a, b, c, 64, PRECISION=precision)
    errors[precision] = (c - exact).abs().max().item()
print("tf32 is off by a thousandth:", 1e-3 < errors["tf32"] < 3e-2)
print("tf32x3 is nearly exact:", errors["tf32x3"] < 1e-4)
print("ieee is exact to float32:", errors["ieee"] < 2e-5)
assert errors["tf32"] > 20 * errors["tf32x3"]
# EXPECT stdout
#| tf32 is off by a thousandth: True
#| tf32x3 is nearly exact: True
#| ieee is exact to float32: True
