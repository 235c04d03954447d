# RUN: tilewright run %s
"""A product of 3-D blocks, and one batch a program."""
import torch
import triton
import triton.language as tl


@triton.jit
def block_kernel(a_ptr, b_ptr, c_ptr, B: tl.constexpr, N: tl.constexpr):
    b = tl.arange(0, B)[:, None, None]
    i, j = tl.arange(0, N)[None, :, None], tl.arange(0, N)[None, None, :]
    index = b * N * N + i * N + j
    c = tl.dot(tl.load(a_ptr + index), tl.load(b_ptr + index), input_precision="ieee")
    tl.store(c_ptr + index, c)


@triton.jit
def program_kernel(a_ptr, b_ptr, c_ptr, N: tl.constexpr):
    start = tl.program_id(0) * N * N
    i, j = tl.arange(0, N)[:, None], tl.arange(0, N)[None, :]
    a, b = tl.load(a_ptr + start + i * N + j), tl.load(b_ptr + start + i * N + j)
    tl.store(c_ptr + start + i * N + j, tl.dot(a, b, input_precision="ieee"))


torch.manual_seed(8)
a, b = torch.randn(2, 4, 16, 16)
for kernel, grid, sizes in ((block_kernel, (1,), (4, 16)), (program_kernel, (4,), (16,))):
    c = torch.empty(4, 16, 16)
    kernel[grid](a, b, c, *sizes)
    torch.testing.assert_close(c, a @ b, rtol=1e-5, atol=1e-5)
print("batches hold")
# EXPECT stdout
#| batches hold
