# RUN: tilewright run %s
"""A 3-D descriptor, one batch a program, half precision."""
import torch
import triton
import triton.language as tl


@triton.jit
def batch_kernel(x_ptr, out_ptr, B, M, N, BM: tl.constexpr, BN: tl.constexpr):
    x = tl.make_tensor_descriptor(x_ptr, [B, M, N], [M * N, N, 1], [1, BM, BN])
    out = tl.make_tensor_descriptor(out_ptr, [B, N, M], [M * N, M, 1], [1, BN, BM])
    b = tl.program_id(0)
    for m in range(0, M, BM):
        tile = x.load([b, m, 0]).reshape(BM, BN)
        out.store([b, 0, m], tile.T.reshape(1, BN, BM))


triton.set_allocator(lambda size, alignment, stream: torch.empty(size, dtype=torch.int8))
x = torch.randn(3, 32, 16).half()
out = torch.empty(3, 16, 32, dtype=torch.float16)
batch_kernel[(3,)](x, out, 3, 32, 16, BM=16, BN=16)
assert torch.equal(out, x.transpose(1, 2))
print(tuple(out.shape), out.dtype)
# EXPECT stdout
#| (3, 16, 32) torch.float16
