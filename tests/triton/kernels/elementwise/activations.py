# RUN: tilewright run %s
"""ReLU, leaky ReLU, SiLU, GELU and softplus chosen by a constant."""
import torch
import triton
import triton.language as tl


@triton.jit
def activate(x, KIND: tl.constexpr):
    if KIND == "relu":
        return tl.maximum(x, 0.0)
    elif KIND == "leaky":
        return tl.where(x > 0, x, 0.01 * x)
    elif KIND == "silu":
        return x * tl.sigmoid(x)
    elif KIND == "gelu":
        return 0.5 * x * (1.0 + tl.erf(x * 0.7071067811865476))
    else:
        tl.static_assert(KIND == "softplus")
        return tl.where(x > 20.0, x, tl.log(1.0 + tl.exp(x)))


@triton.jit
def activation_kernel(x_ptr, out_ptr, n, KIND: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0.0)
    tl.store(out_ptr + i, activate(x, KIND), mask=i < n)


functional = torch.nn.functional
x = torch.linspace(-8, 8, 3001)
for kind, function in [("relu", torch.relu), ("leaky", functional.leaky_relu), ("silu", functional.silu),
                       ("gelu", functional.gelu), ("softplus", functional.softplus)]:
    out = torch.empty_like(x)
    activation_kernel[(triton.cdiv(x.numel(), 512),)](x, out, x.numel(), KIND=kind, BLOCK=512)
    torch.testing.assert_close(out, function(x), rtol=1e-5, atol=1e-5)
    print(kind, "holds")
# EXPECT stdout
#| relu holds
#| leaky holds
#| silu holds
#| gelu holds
#| softplus holds
