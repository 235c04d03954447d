# RUN: tilewright run %s
# NOT IN INTERPRETER: there is no assembler
"""The assembly snippets that real kernels hold."""
import torch
import triton
import triton.language as tl


@triton.jit
def assembly_kernel(x_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    y = tl.inline_asm_elementwise("tanh.approx.f32 $0, $1;", "=f,f", [x], dtype=tl.float32, is_pure=True, pack=1)
    tl.store(out_ptr + n, y)


x = torch.linspace(-3, 3, 64)
out = torch.empty_like(x)
assembly_kernel[(1,)](x, out, 64)
torch.testing.assert_close(out, x.tanh(), rtol=1e-3, atol=1e-3)
print("tanh holds")
# EXPECT stdout
#| tanh holds
