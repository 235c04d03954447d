# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.autotune(configs=[triton.Config({"BM": 128, "BN": 256, "BK": 64}, num_stages=7, num_warps=8),
                          triton.Config({"BM": 64, "BN": 64, "BK": 32}, num_stages=2, num_warps=4)], key=["K"])
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
matmul_kernel[lambda meta: (256 // meta["BM"], 256 // meta["BN"])](a, b, c, 256, 256, 256)
print(matmul_kernel.best_config.num_stages, torch.allclose(c, a @ b, atol=0.1))
# IGNORE stderr
# EXPECT stdout
#| 2 True
