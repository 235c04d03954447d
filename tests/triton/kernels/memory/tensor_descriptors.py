# RUN: tilewright run %s
"""Descriptors made in the kernel: loads and stores are clipped to the shape."""
import torch
import triton
import triton.language as tl


@triton.jit
def descriptor_kernel(x_ptr, out_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr):
    x = tl.make_tensor_descriptor(x_ptr, shape=[M, N], strides=[N, 1], block_shape=[BM, BN])
    out = tl.make_tensor_descriptor(out_ptr, shape=[M, N], strides=[N, 1], block_shape=[BM, BN])
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    tile = x.load([row, column])
    out.store([row, column], tl.exp(tile))


triton.set_allocator(lambda size, alignment, stream: torch.empty(size, dtype=torch.int8))
x = torch.randn(50, 96)
out = torch.empty_like(x)
descriptor_kernel[(triton.cdiv(50, 16), triton.cdiv(96, 64))](x, out, 50, 96, BM=16, BN=64)
torch.testing.assert_close(out, x.exp())
print(tuple(out.shape))
# EXPECT stdout
#| (50, 96)
