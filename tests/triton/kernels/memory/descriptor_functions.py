# RUN: tilewright run %s
"""The function forms of descriptor loads and stores, and their attributes."""
import torch
import triton
import triton.language as tl


@triton.jit
def copy_kernel(x_ptr, out_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr):
    x = tl.make_tensor_descriptor(x_ptr, shape=[M, N], strides=[N, 1], block_shape=[BM, BN])
    out = tl.make_tensor_descriptor(out_ptr, shape=[M, N], strides=[N, 1], block_shape=[BM, BN])
    tl.static_assert(x.block_shape[1] == BN)
    tl.static_assert(x.dtype == tl.float32)
    for m in range(0, M, BM):
        tl.store_tensor_descriptor(out, [m, 0], tl.load_tensor_descriptor(x, [m, 0]) + 1)


triton.set_allocator(lambda size, alignment, stream: torch.empty(size, dtype=torch.int8))
x = torch.randn(30, 16)
out = torch.empty_like(x)
copy_kernel[(1,)](x, out, 30, 16, BM=8, BN=16)
torch.testing.assert_close(out, x + 1)
print(tuple(out.shape))
# EXPECT stdout
#| (30, 16)
