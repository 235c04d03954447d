# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        a = tl.load(a_ptr + rows[:, None] * K + (k + inner)[None, :])
        b = tl.load(b_ptr + (k + inner)[:, None] * N + columns[None, :])
        acc = tl.dot(a, b, acc)
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], acc.to(tl.float16))


a = torch.randn(256, 256, dtype=torch.float16, device="cuda")
b = torch.randn(256, 256, dtype=torch.float16, device="cuda")
c = torch.empty(256, 256, dtype=torch.float16, device="cuda")
matmul_kernel[(2, 1)](a, b, c, 256, 256, 256, BM=128, BN=256, BK=64, num_stages=4, num_warps=8)
print(torch.allclose(c, a @ b, atol=0.1))
matmul_kernel[(2, 1)](a, b, c, 256, 256, 256, BM=128, BN=256, BK=64, num_stages=5, num_warps=8)
# EXPECT stdout
#| True
# EXPECT stderr
#| fail_shared_memory.py:25:1: error: triton.errors.OutOfResources: out of resource: shared memory, Required: 245760, Hardware limit: 232448. Reducing block sizes or `num_stages` may help. [launch-limit]
#|   matmul_kernel[(2, 1)](a, b, c, 256, 256, 256, BM=128, BN=256, BK=64, num_stages=5, num_warps=8)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: counted are the tiles that loads and products keep there, 5 of those that a loop loads; the compiler for h100 may ask for more
# EXPECT exit 1
