# RUN: tilewright run %s
"""Products of several sizes in one launch, sizes and starts read from memory."""
import torch
import triton
import triton.language as tl


@triton.jit
def grouped_kernel(a_ptr, b_ptr, c_ptr, sizes_ptr, groups, BLOCK: tl.constexpr):
    tile = tl.program_id(0)
    first = 0
    for g in range(groups):
        M, N, K = tl.load(sizes_ptr + g * 6), tl.load(sizes_ptr + g * 6 + 1), tl.load(sizes_ptr + g * 6 + 2)
        a, b = a_ptr + tl.load(sizes_ptr + g * 6 + 3), b_ptr + tl.load(sizes_ptr + g * 6 + 4)
        c = c_ptr + tl.load(sizes_ptr + g * 6 + 5)
        tiles_n = tl.cdiv(N, BLOCK)
        tiles = tl.cdiv(M, BLOCK) * tiles_n
        while tile >= first and tile < first + tiles:
            m = (tile - first) // tiles_n * BLOCK + tl.arange(0, BLOCK)[:, None]
            n = (tile - first) % tiles_n * BLOCK + tl.arange(0, BLOCK)[None, :]
            acc = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
            for start in range(0, K, BLOCK):
                k = start + tl.arange(0, BLOCK)
                x = tl.load(a + m * K + k[None, :], mask=(m < M) & (k[None, :] < K), other=0.0)
                y = tl.load(b + k[:, None] * N + n, mask=(k[:, None] < K) & (n < N), other=0.0)
                acc = tl.dot(x, y, acc, input_precision="ieee")
            tl.store(c + m * N + n, acc, mask=(m < M) & (n < N))
            tile += tl.num_programs(0)
        first += tiles


torch.manual_seed(2)
shapes = [(20, 30, 40), (16, 16, 16), (50, 10, 33)]
pairs = [(torch.randn(m, k), torch.randn(k, n)) for m, n, k in shapes]
sizes, starts = [], [0, 0, 0]
for m, n, k in shapes:
    sizes.append([m, n, k] + starts)
    starts = [starts[0] + m * k, starts[1] + k * n, starts[2] + m * n]
a, b = torch.cat([x.flatten() for x, _ in pairs]), torch.cat([y.flatten() for _, y in pairs])
c = torch.empty(starts[2])
grouped_kernel[(3,)](a, b, c, torch.tensor(sizes, dtype=torch.int32), 3, BLOCK=16)
torch.testing.assert_close(c, torch.cat([(x @ y).flatten() for x, y in pairs]), rtol=1e-4, atol=1e-4)
print(len(shapes), "products")
# EXPECT stdout
#| 3 products
