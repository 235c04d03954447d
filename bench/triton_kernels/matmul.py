"""Matrix product of 512 x 512 x 512, grouped program order, several tile sizes and types."""
import torch
import triton
import triton.language as tl

from timing import report


@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, M, N, K, stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
                  BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP_M: tl.constexpr,
                  ACCUMULATOR: tl.constexpr):
    pid = tl.program_id(axis=0)
    num_pid_m = tl.cdiv(M, BLOCK_M)
    num_pid_n = tl.cdiv(N, BLOCK_N)
    num_pid_in_group = GROUP_M * num_pid_n
    first_pid_m = (pid // num_pid_in_group) * GROUP_M
    group_size_m = min(num_pid_m - first_pid_m, GROUP_M)
    pid_m = first_pid_m + ((pid % num_pid_in_group) % group_size_m)
    pid_n = (pid % num_pid_in_group) // group_size_m
    offs_m = pid_m * BLOCK_M + tl.arange(0, BLOCK_M)
    offs_n = pid_n * BLOCK_N + tl.arange(0, BLOCK_N)
    offs_k = tl.arange(0, BLOCK_K)
    a_ptrs = a_ptr + offs_m[:, None] * stride_am + offs_k[None, :] * stride_ak
    b_ptrs = b_ptr + offs_k[:, None] * stride_bk + offs_n[None, :] * stride_bn
    accumulator = tl.zeros((BLOCK_M, BLOCK_N), dtype=ACCUMULATOR)
    for k in range(0, tl.cdiv(K, BLOCK_K)):
        a = tl.load(a_ptrs, mask=(offs_m[:, None] < M) & (offs_k[None, :] < K - k * BLOCK_K), other=0)
        b = tl.load(b_ptrs, mask=(offs_k[:, None] < K - k * BLOCK_K) & (offs_n[None, :] < N), other=0)
        accumulator += tl.dot(a, b, input_precision="ieee")
        a_ptrs += BLOCK_K * stride_ak
        b_ptrs += BLOCK_K * stride_bk
    c_ptrs = c_ptr + offs_m[:, None] * stride_cm + offs_n[None, :] * stride_cn
    tl.store(c_ptrs, accumulator.to(c_ptr.dtype.element_ty), mask=(offs_m[:, None] < M) & (offs_n[None, :] < N))


def run(name, dtype, block_m, block_n, block_k):
    size = 512
    if dtype == torch.int8:
        a = torch.randint(-100, 100, (size, size)).to(dtype)
        b = torch.randint(-100, 100, (size, size)).to(dtype)
        expected = a.to(torch.int32) @ b.to(torch.int32)
    else:
        a = torch.randn(size, size).to(dtype)
        b = torch.randn(size, size).to(dtype)
        expected = a.float() @ b.float()
    c = torch.empty(size, size, dtype=torch.int32 if dtype == torch.int8 else dtype)
    accumulator = tl.int32 if dtype == torch.int8 else tl.float32
    programs = (size // block_m) * (size // block_n)

    def launch():
        matmul_kernel[(programs,)](a, b, c, size, size, size, a.stride(0), a.stride(1), b.stride(0), b.stride(1),
                                   c.stride(0), c.stride(1), BLOCK_M=block_m, BLOCK_N=block_n, BLOCK_K=block_k,
                                   GROUP_M=8, ACCUMULATOR=accumulator)

    def check():
        if dtype == torch.int8:
            assert torch.equal(c, expected)
        else:
            tolerance = 2e-2 if dtype == torch.bfloat16 else 1e-3
            assert torch.allclose(c.float(), expected, rtol=tolerance, atol=20 * tolerance)

    report(name, launch, check)


run("matmul/32x32x32", torch.float32, 32, 32, 32)
run("matmul/64x64x32", torch.float32, 64, 64, 32)
run("matmul/128x128x32", torch.float32, 128, 128, 32)
run("matmul-bf16/64x64x32", torch.bfloat16, 64, 64, 32)
run("matmul-int8/64x64x32", torch.int8, 64, 64, 32)
