# RUN: tilewright run %s
"""The product with tensor descriptors, B stored by rows of N."""
import torch
import triton
import triton.language as tl


@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    a = tl.make_tensor_descriptor(a_ptr, [M, K], [K, 1], [BM, BK])
    b = tl.make_tensor_descriptor(b_ptr, [N, K], [K, 1], [BN, BK])
    c = tl.make_tensor_descriptor(c_ptr, [M, N], [N, 1], [BM, BN])
    m, n = tl.program_id(0) * BM, tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        acc = tl.dot(a.load([m, k]), b.load([n, k]).T, acc)
    c.store([m, n], acc.to(tl.float16))


triton.set_allocator(lambda size, alignment, stream: torch.empty(size, dtype=torch.int8))
torch.manual_seed(12)
a, b = torch.randn(40, 64).half(), torch.randn(48, 64).half()
c = torch.empty(40, 48, dtype=torch.float16)
matmul_kernel[(3, 3)](a, b, c, 40, 48, 64, BM=16, BN=16, BK=32)
torch.testing.assert_close(c.float(), a.float() @ b.float().t(), rtol=1e-2, atol=1e-2)
print(tuple(c.shape))
# EXPECT stdout
#| (40, 48)
