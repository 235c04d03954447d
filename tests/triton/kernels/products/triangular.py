# RUN: tilewright run %s
"""A product with a triangle: loop bounds from the program's position."""
import torch
import triton
import triton.language as tl


@triton.jit
def lower_kernel(a_ptr, b_ptr, c_ptr, N, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    j = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for start in range(0, (tl.program_id(0) + 1) * BLOCK, BLOCK):
        k = start + tl.arange(0, BLOCK)
        a = tl.load(a_ptr + i[:, None] * N + k[None, :])
        a = tl.where(i[:, None] >= k[None, :], a, 0.0)
        b = tl.load(b_ptr + k[:, None] * N + j[None, :])
        acc = tl.dot(a, b, acc, input_precision="ieee")
    tl.store(c_ptr + i[:, None] * N + j[None, :], acc)


torch.manual_seed(17)
a, b = torch.randn(2, 64, 64)
c = torch.empty(64, 64)
lower_kernel[(4, 4)](a, b, c, 64, BLOCK=16)
torch.testing.assert_close(c, a.tril() @ b, rtol=1e-4, atol=1e-4)
print("triangle holds")
# EXPECT stdout
#| triangle holds
