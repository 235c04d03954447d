# RUN: tilewright run %s
"""Philox-4x32-10 word for word, against plain Python integers."""
import torch
import triton
import triton.language as tl


@triton.jit
def philox_kernel(seed, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    a, b, c, d = tl.randint4x(seed, n)
    tl.store(out_ptr + n, a.to(tl.int64) & 0xFFFFFFFF)
    tl.store(out_ptr + N + n, b.to(tl.int64) & 0xFFFFFFFF)
    tl.store(out_ptr + 2 * N + n, c.to(tl.int64) & 0xFFFFFFFF)
    tl.store(out_ptr + 3 * N + n, d.to(tl.int64) & 0xFFFFFFFF)
    tl.store(out_ptr + 4 * N + n, tl.randint(seed, n).to(tl.int64) & 0xFFFFFFFF)


def philox(seed, offset):
    key = [seed & 0xFFFFFFFF, seed >> 32]
    c = [offset, 0, 0, 0]
    for _ in range(10):
        a, b = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(b >> 32) ^ c[1] ^ key[0], b & 0xFFFFFFFF, (a >> 32) ^ c[3] ^ key[1], a & 0xFFFFFFFF]
        key = [(key[0] + 0x9E3779B9) & 0xFFFFFFFF, (key[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return c


for seed in (0, 123, 2**40 + 7):
    out = torch.empty(5, 64, dtype=torch.int64)
    philox_kernel[(1,)](seed, out, 64)
    expected = torch.tensor([philox(seed, n) for n in range(64)]).t()
    assert torch.equal(out[:4], expected) and torch.equal(out[4], expected[0])
    print(seed, out[:, 1].tolist())
# EXPECT stdout
#| 0 [4175744164, 1555169499, 2980410603, 159317863, 4175744164]
#| 123 [2747274318, 2101354157, 886462750, 3725512111, 2747274318]
#| 1099511627783 [1577213254, 2280286529, 1029633040, 1981008019, 1577213254]
