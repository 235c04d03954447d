# RUN: tilewright run %s
"""A persistent product that walks over grouped tiles."""
import torch
import triton
import triton.language as tl


@triton.jit
def tile_of(tile, tiles_m, tiles_n, GROUP: tl.constexpr):
    per_group = GROUP * tiles_n
    first = tile // per_group * GROUP
    size = min(tiles_m - first, GROUP)
    return first + tile % size, tile % per_group // size


@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, M, N, K, BLOCK: tl.constexpr, GROUP: tl.constexpr):
    tiles_m, tiles_n = tl.cdiv(M, BLOCK), tl.cdiv(N, BLOCK)
    for tile in tl.range(tl.program_id(0), tiles_m * tiles_n, tl.num_programs(0)):
        pid_m, pid_n = tile_of(tile, tiles_m, tiles_n, GROUP)
        m = pid_m * BLOCK + tl.arange(0, BLOCK)[:, None]
        n = pid_n * BLOCK + tl.arange(0, BLOCK)[None, :]
        acc = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
        for start in range(0, K, BLOCK):
            k = start + tl.arange(0, BLOCK)
            a = tl.load(a_ptr + m * K + k[None, :], mask=(m < M) & (k[None, :] < K), other=0.0)
            b = tl.load(b_ptr + k[:, None] * N + n, mask=(k[:, None] < K) & (n < N), other=0.0)
            acc = tl.dot(a, b, acc, input_precision="ieee")
        tl.store(c_ptr + m * N + n, acc, mask=(m < M) & (n < N))


torch.manual_seed(0)
a, b = torch.randn(70, 40), torch.randn(40, 50)
c = torch.empty(70, 50)
matmul_kernel[(4,)](a, b, c, 70, 50, 40, BLOCK=16, GROUP=2)
torch.testing.assert_close(c, a @ b, rtol=1e-4, atol=1e-4)
print(tuple(c.shape))
# EXPECT stdout
#| (70, 50)
