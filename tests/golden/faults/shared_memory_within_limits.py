# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


from triton.runtime.errors import OutOfResources


@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
                  STAGES: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), tl.float32)
    for k in tl.range(0, K, BK, num_stages=STAGES):
        a = tl.load(a_ptr + rows[:, None] * K + (k + inner)[None, :])
        b = tl.load(b_ptr + (k + inner)[:, None] * N + columns[None, :])
        acc = tl.dot(a, b, acc)
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], acc.to(tl.float16))


def launch(n, k, a, b, stages, **options):
    c = torch.empty(128, n, dtype=torch.float16, device="cuda")
    matmul_kernel[(1, 1)](a, b, c, n, k, BM=128, BN=256, BK=64, STAGES=stages, num_warps=8, **options)
    return torch.allclose(c, a @ b, atol=0.1)


a = torch.randn(128, 256, dtype=torch.float16, device="cuda")
b = torch.randn(256, 256, dtype=torch.float16, device="cuda")
# Scripts that try block sizes catch what does not fit; the loop's own stages count, not the launch's.
for stages in (8, 5, 4):
    try:
        print(stages, launch(256, 256, a, b, stages))
        break
    except OutOfResources as error:
        print(stages, error.name, error.required > error.limit)
print(launch(256, 256, a, b, 2, num_stages=8))


# Loads of addresses that 16 bytes do not divide are not copied ahead, so they take one buffer.
@triton.jit
def odd_kernel(a_ptr, b_ptr, c_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows, columns, inner = tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, BK)
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        deep = k + inner < K
        a = tl.load(a_ptr + rows[:, None] * K + (k + inner)[None, :], mask=deep[None, :], other=0.0)
        b = tl.load(b_ptr + (k + inner)[:, None] * N + columns[None, :], mask=deep[:, None] & (columns < N)[None, :], other=0.0)
        acc = tl.dot(a, b, acc)
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], acc.to(tl.float16), mask=(columns < N)[None, :])


a, b = a[:, :255].contiguous(), b[:255, :255].contiguous()
c = torch.empty(128, 255, dtype=torch.float16, device="cuda")
odd_kernel[(1,)](a, b, c, 255, 255, BM=128, BN=256, BK=64, num_warps=8, num_stages=8)
print(torch.allclose(c, a @ b, atol=0.1))
# EXPECT stdout
#| 8 shared memory True
#| 5 shared memory True
#| 4 True
#| True
#| True
