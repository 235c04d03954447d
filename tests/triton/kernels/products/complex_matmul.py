# RUN: tilewright run %s
"""Complex products from four real ones."""
import torch
import triton
import triton.language as tl


@triton.jit
def complex_kernel(ar_ptr, ai_ptr, br_ptr, bi_ptr, cr_ptr, ci_ptr, N: tl.constexpr):
    index = tl.arange(0, N)[:, None] * N + tl.arange(0, N)[None, :]
    ar, ai = tl.load(ar_ptr + index), tl.load(ai_ptr + index)
    br, bi = tl.load(br_ptr + index), tl.load(bi_ptr + index)
    real = tl.dot(ar, br, input_precision="ieee") - tl.dot(ai, bi, input_precision="ieee")
    imaginary = tl.dot(ar, bi, input_precision="ieee")
    imaginary = tl.dot(ai, br, imaginary, input_precision="ieee")
    tl.store(cr_ptr + index, real)
    tl.store(ci_ptr + index, imaginary)


torch.manual_seed(16)
a, b = torch.randn(16, 16, dtype=torch.complex64), torch.randn(16, 16, dtype=torch.complex64)
parts = [part.contiguous() for t in (a, b) for part in (torch.view_as_real(t)[..., 0], torch.view_as_real(t)[..., 1])]
real, imaginary = torch.empty(2, 16, 16)
complex_kernel[(1,)](*parts, real, imaginary, 16)
expected = torch.view_as_real(a @ b)
torch.testing.assert_close(torch.stack([real, imaginary], 2), expected, rtol=1e-4, atol=1e-4)
print("complex product holds")
# EXPECT stdout
#| complex product holds
