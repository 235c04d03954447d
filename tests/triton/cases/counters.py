# Random numbers beyond 32-bit offsets and scalar seeds.
import numpy as np
import torch
import triton
import triton.language as tl

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
MASK = (1 << 32) - 1


def philox(seed, c0, c1=0, c2=0, c3=0):
    k0, k1 = seed & MASK, seed >> 32 & MASK
    for _ in range(10):
        a, b = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c2, c1, c3 = (b >> 32) ^ c1 ^ k0, (a >> 32) ^ c3 ^ k1, b & MASK, a & MASK
        k0, k1 = k0 + 0x9E3779B9 & MASK, k1 + 0xBB67AE85 & MASK
    return c0


@triton.jit
def words_kernel(seeds_ptr, out_ptr, seed, base, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out_ptr + i, tl.randint(seed, i + base).to(tl.int64) & 0xffffffff)
    tl.store(out_ptr + BLOCK + i, tl.randint(tl.load(seeds_ptr + i), i).to(tl.int64) & 0xffffffff)


def test_words():
    n, seed, base = 32, 12345678901, 5_000_000_000
    seeds = torch.arange(n, dtype=torch.int64, device=DEVICE) * 3_000_000_007
    out = torch.empty(2, n, dtype=torch.int64, device=DEVICE)
    words_kernel[(1,)](seeds, out, seed, base, BLOCK=n)
    assert out[0].tolist() == [philox(seed, base + i & MASK, base + i >> 32) for i in range(n)]
    assert out[1].tolist() == [philox(int(s), i) for i, s in enumerate(seeds.tolist())]


test_words()
