import torch
import triton
import triton.language as tl

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def same(actual, expected, tolerance=1e-5):
    assert actual.shape == expected.shape
    assert torch.allclose(actual.double().cpu(), expected.double().cpu(), rtol=tolerance, atol=tolerance)


@triton.jit
def histogram_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    x = tl.load(x_ptr + i, mask=mask, other=0)
    tl.atomic_add(out_ptr + x, 1, mask=mask)


def test_histogram():
    x = torch.randint(0, 10, (1000,), dtype=torch.int32, device=DEVICE)
    out = torch.zeros(10, dtype=torch.int32, device=DEVICE)
    histogram_kernel[(triton.cdiv(1000, 128),)](x, out, 1000, BLOCK=128)
    same(out, torch.bincount(x.long(), minlength=10))


@triton.jit
def extremes_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    tl.atomic_max(out_ptr, tl.max(x, 0))
    tl.atomic_min(out_ptr + 1, tl.min(x, 0))


def test_extremes():
    x = torch.randint(-1000, 1000, (256,), dtype=torch.int32, device=DEVICE)
    out = torch.zeros(2, dtype=torch.int32, device=DEVICE)
    extremes_kernel[(4,)](x, out, BLOCK=64)
    same(out, torch.stack([x.max(), x.min()]))


@triton.jit
def random_kernel(out_ptr, normal_ptr, int_ptr, n, seed, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.store(out_ptr + i, tl.rand(seed, i), mask=mask)
    tl.store(normal_ptr + i, tl.randn(seed, i), mask=mask)
    tl.store(int_ptr + i, tl.randint(seed, i).to(tl.int32, bitcast=True), mask=mask)


def test_random():
    n = 1000
    out = torch.empty(n, device=DEVICE)
    normal = torch.empty(n, device=DEVICE)
    words = torch.empty(n, dtype=torch.int32, device=DEVICE)
    random_kernel[(triton.cdiv(n, 256),)](out, normal, words, n, 42, BLOCK=256)
    assert 0.4 < out.mean().item() < 0.6 and out.min().item() >= 0 and out.max().item() < 1
    assert abs(normal.mean().item()) < 0.1 and 0.9 < normal.std().item() < 1.1
    # Philox-4x32-10 with key 42, counter 0, from the published algorithm.
    m, key0, key1, c = (0xD2511F53, 0xCD9E8D57), 42, 0, [0, 0, 0, 0]
    for _ in range(10):
        a, b = m[0] * c[0], m[1] * c[2]
        c = [(b >> 32) ^ c[1] ^ key0, b & 0xFFFFFFFF, (a >> 32) ^ c[3] ^ key1, a & 0xFFFFFFFF]
        key0, key1 = (key0 + 0x9E3779B9) & 0xFFFFFFFF, (key1 + 0xBB67AE85) & 0xFFFFFFFF
    first = c[0] - (1 << 32) if c[0] >= 1 << 31 else c[0]
    assert words[0].item() == first


test_histogram()
test_extremes()
test_random()
