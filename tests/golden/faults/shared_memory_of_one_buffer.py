# RUN: tilewright run %s
import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor


# Products of descriptors' blocks that fit, and loads that would not if each took a buffer for every stage: the compiler
# takes the one that stays the same out of the loop, and merges the two of the same block.
@triton.jit
def matmul_kernel(a_desc, b_desc, c_desc, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        acc = tl.dot(a_desc.load([0, k]), b_desc.load([k, 0]), acc)
    c_desc.store([0, 0], acc.to(tl.float16))


@triton.jit
def same_weights_kernel(a_ptr, b_ptr, c_ptr, K, N, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows, columns, inner = tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, BK)
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        a = tl.load(a_ptr + rows[:, None] * K + (k + inner)[None, :])
        b = tl.load(b_ptr + inner[:, None] * N + columns[None, :])
        acc = tl.dot(a, b, acc)
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], acc.to(tl.float16))


@triton.jit
def gram_kernel(a_desc, c_desc, K, BM: tl.constexpr, BK: tl.constexpr):
    acc = tl.zeros((BM, BM), tl.float32)
    for k in range(0, K, BK):
        acc = tl.dot(a_desc.load([0, k]), a_desc.load([0, k]).T, acc)
    c_desc.store([0, 0], acc.to(tl.float16))


a = torch.randn(128, 256, dtype=torch.float16, device="cuda")
b = torch.randn(256, 256, dtype=torch.float16, device="cuda")
c = torch.empty(128, 256, dtype=torch.float16, device="cuda")
c_desc = TensorDescriptor.from_tensor(c, [128, 256])
matmul_kernel[(1,)](TensorDescriptor.from_tensor(a, [128, 64]), TensorDescriptor.from_tensor(b, [64, 256]), c_desc, 256,
                    BM=128, BN=256, BK=64, num_warps=8, num_stages=4)
print(torch.allclose(c, a @ b, atol=0.1))
same_weights_kernel[(1,)](a, b, c, 256, 256, BM=128, BN=256, BK=64, num_warps=8, num_stages=5)
print(torch.allclose(c, a.reshape(128, 4, 64).float().sum(1).half() @ b[:64], atol=0.1))
square = torch.empty(128, 128, dtype=torch.float16, device="cuda")
gram_kernel[(1,)](TensorDescriptor.from_tensor(a, [128, 128]), TensorDescriptor.from_tensor(square, [128, 128]), 256,
                  BM=128, BK=128, num_warps=8, num_stages=4)
print(torch.allclose(square, a @ a.T, atol=0.1))
# EXPECT stdout
#| True
#| True
#| True
