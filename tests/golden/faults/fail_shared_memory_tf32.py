# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    a_ptrs = a_ptr + rows[:, None] * K + tl.arange(0, BK)[None, :]
    b_ptrs = b_ptr + tl.arange(0, BK)[:, None] * N + columns[None, :]
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        inside = tl.arange(0, BK) < K - k * BK
        a = tl.load(a_ptrs, mask=inside[None, :], other=0.0)
        b = tl.load(b_ptrs, mask=inside[:, None], other=0.0)
        acc += tl.dot(a, b)
        a_ptrs += BK
        b_ptrs += BK * N
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], acc)


a, b = torch.randn(128, 100, device="cuda"), torch.randn(100, 256, device="cuda")
matmul_kernel[(1, 1)](a, b, torch.empty(128, 256, device="cuda"), 128, 256, 100, BM=128, BN=256, BK=64, num_warps=8)
# EXPECT stderr
#| fail_shared_memory_tf32.py:25:1: error: triton.errors.OutOfResources: out of resource: shared memory, Required: 294912, Hardware limit: 232448. Reducing block sizes or `num_stages` may help. [launch-limit]
#|   matmul_kernel[(1, 1)](a, b, torch.empty(128, 256, device="cuda"), 128, 256, 100, BM=128, BN=256, BK=64, num_warps=8)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: counted are the tiles that loads and products keep there, 3 of those that a loop loads; the compiler for h100 may ask for more
# EXPECT exit 1
