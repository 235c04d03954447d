# RUN: tilewright run %s
"""Complex products of interleaved pairs through strides."""
import torch
import triton
import triton.language as tl


@triton.jit
def complex_kernel(a_ptr, b_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    ar = tl.load(a_ptr + 2 * i, mask=mask, other=0.0)
    ai = tl.load(a_ptr + 2 * i + 1, mask=mask, other=0.0)
    br = tl.load(b_ptr + 2 * i, mask=mask, other=0.0)
    bi = tl.load(b_ptr + 2 * i + 1, mask=mask, other=0.0)
    tl.store(out_ptr + 2 * i, ar * br - ai * bi, mask=mask)
    tl.store(out_ptr + 2 * i + 1, ar * bi + ai * br, mask=mask)


torch.manual_seed(10)
a, b = torch.randn(500, dtype=torch.complex64), torch.randn(500, dtype=torch.complex64)
out = torch.empty_like(a)
complex_kernel[(4,)](torch.view_as_real(a), torch.view_as_real(b), torch.view_as_real(out), 500, BLOCK=128)
torch.testing.assert_close(out, a * b)
print(out.dtype, out.shape)
# EXPECT stdout
#| torch.complex64 torch.Size([500])
