# RUN: tilewright run %s
import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor


@triton.jit
def matmul_kernel(a_desc, b_desc, c_desc, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    row, column = tl.program_id(0) * BM, tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        a = a_desc.load([row, k])
        b = b_desc.load([column, k])
        acc = tl.dot(a, b.T, acc)
    c_desc.store([row, column], acc.to(tl.float16))


def launch(stages):
    matmul_kernel[(2, 1)](TensorDescriptor.from_tensor(a, [128, 128]), TensorDescriptor.from_tensor(b, [256, 128]),
                          TensorDescriptor.from_tensor(c, [128, 256]), 512, BM=128, BN=256, BK=128, num_warps=8, num_stages=stages)
    return torch.allclose(c, a @ b.T, atol=0.1)


a = torch.randn(256, 512, dtype=torch.float16, device="cuda")
b = torch.randn(256, 512, dtype=torch.float16, device="cuda")
c = torch.empty(256, 256, dtype=torch.float16, device="cuda")
print(launch(2))
print(launch(4))
# EXPECT stdout
#| True
# EXPECT stderr
#| fail_shared_memory_descriptor.py:20:5: error: triton.errors.OutOfResources: out of resource: shared memory, Required: 393216, Hardware limit: 232448. Reducing block sizes or `num_stages` may help. [launch-limit]
#|       matmul_kernel[(2, 1)](TensorDescriptor.from_tensor(a, [128, 128]), TensorDescriptor.from_tensor(b, [256, 128]),
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: counted are the tiles that loads and products keep there, 4 of those that a loop loads; the compiler for h100 may ask for more
#| fail_shared_memory_descriptor.py:29:7: note: called from here
#|   print(launch(4))
#|         ^~~~~~~~~
# EXPECT exit 1
