import torch
import triton
import triton.language as tl

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def same(actual, expected, tolerance=1e-5):
    assert actual.shape == expected.shape
    assert torch.allclose(actual.double().cpu(), expected.double().cpu(), rtol=tolerance, atol=tolerance)


@triton.jit
def math_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    x = tl.load(x_ptr + i, mask=mask, other=1.0)
    tl.store(out_ptr + i, tl.exp(x), mask=mask)
    tl.store(out_ptr + n + i, tl.log(tl.abs(x) + 0.5), mask=mask)
    tl.store(out_ptr + 2 * n + i, tl.sin(x) + tl.cos(x), mask=mask)
    tl.store(out_ptr + 3 * n + i, tl.sqrt(tl.abs(x)) + tl.rsqrt(tl.abs(x) + 1), mask=mask)
    tl.store(out_ptr + 4 * n + i, tl.sigmoid(x) * tl.erf(x), mask=mask)
    tl.store(out_ptr + 5 * n + i, tl.floor(x) + tl.ceil(x) * 2, mask=mask)
    tl.store(out_ptr + 6 * n + i, tl.exp2(x) - tl.log2(tl.abs(x) + 1), mask=mask)
    tl.store(out_ptr + 7 * n + i, tl.maximum(x, 0.0) - tl.minimum(x, 1.0), mask=mask)
    tl.store(out_ptr + 8 * n + i, tl.where(x > 0, x, 0.1 * x), mask=mask)
    tl.store(out_ptr + 9 * n + i, tl.fma(x, x, x), mask=mask)
    tl.store(out_ptr + 10 * n + i, tl.clamp(x, -1.0, 1.0), mask=mask)
    tl.store(out_ptr + 11 * n + i, -x / (1 + x * x), mask=mask)


def test_math():
    x = torch.randn(1000, device=DEVICE) * 2
    n = x.numel()
    out = torch.empty(12, n, device=DEVICE)
    math_kernel[(triton.cdiv(n, 128),)](x, out, n, BLOCK=128)
    same(out[0], torch.exp(x))
    same(out[1], torch.log(torch.abs(x) + 0.5))
    same(out[2], torch.sin(x) + torch.cos(x))
    same(out[3], torch.sqrt(torch.abs(x)) + torch.rsqrt(torch.abs(x) + 1))
    same(out[4], torch.sigmoid(x) * torch.erf(x))
    same(out[5], torch.floor(x) + torch.ceil(x) * 2)
    same(out[6], torch.exp2(x) - torch.log2(torch.abs(x) + 1))
    same(out[7], torch.relu(x) - torch.clamp(x, max=1.0))
    same(out[8], torch.where(x > 0, x, 0.1 * x))
    same(out[9], x * x + x)
    same(out[10], torch.clamp(x, -1, 1))
    same(out[11], -x / (1 + x * x))


@triton.jit
def integer_kernel(x_ptr, y_ptr, out_ptr, n: tl.constexpr):
    i = tl.arange(0, n)
    x = tl.load(x_ptr + i)
    y = tl.load(y_ptr + i)
    tl.store(out_ptr + i, x // y)
    tl.store(out_ptr + n + i, x % y)
    tl.store(out_ptr + 2 * n + i, (x & y) | (x ^ 5))
    tl.store(out_ptr + 3 * n + i, (x << 2) + (x >> 1))
    tl.store(out_ptr + 4 * n + i, ~x)
    tl.store(out_ptr + 5 * n + i, tl.cdiv(x, 3))
    tl.store(out_ptr + 6 * n + i, tl.abs(x) * -1)
    tl.store(out_ptr + 7 * n + i, (x > y).to(tl.int32) + (x == y).to(tl.int32) * 2)


def test_integers():
    n = 64
    x = torch.arange(-32, 32, dtype=torch.int32, device=DEVICE)
    y = (torch.arange(0, 64, dtype=torch.int32, device=DEVICE) % 7) + 1
    out = torch.empty(8, n, dtype=torch.int32, device=DEVICE)
    integer_kernel[(1,)](x, y, out, n)
    same(out[0], torch.div(x, y, rounding_mode="trunc"))
    same(out[1], torch.fmod(x, y))
    same(out[2], (x & y) | (x ^ 5))
    same(out[3], (x << 2) + (x >> 1))
    same(out[4], ~x)
    same(out[5], torch.div(x + 2, 3, rounding_mode="trunc"))
    same(out[6], -torch.abs(x))
    same(out[7], (x > y).int() + (x == y).int() * 2)


@triton.jit
def broadcast_kernel(row_ptr, col_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr):
    m = tl.arange(0, M)
    n = tl.arange(0, N)
    a = tl.load(col_ptr + m)[:, None]
    b = tl.load(row_ptr + n)[None, :]
    value = a * 2 + b - a * b
    value = tl.where(m[:, None] >= n[None, :], value, a)
    tl.store(out_ptr + m[:, None] * N + n[None, :], value)


def test_broadcast():
    row = torch.randn(32, device=DEVICE)
    col = torch.randn(16, device=DEVICE)
    out = torch.empty(16, 32, device=DEVICE)
    broadcast_kernel[(1,)](row, col, out, 16, 32)
    a, b = col[:, None], row[None, :]
    expected = a * 2 + b - a * b
    m = torch.arange(16, device=DEVICE)[:, None]
    n = torch.arange(32, device=DEVICE)[None, :]
    same(out, torch.where(m >= n, expected, a.expand(16, 32)))


@triton.jit
def strided_kernel(x_ptr, out_ptr, n, stride, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    mask = i < n
    x = tl.load(x_ptr + i * stride, mask=mask, other=0)
    reverse = tl.load(x_ptr + (n - 1 - i) * stride, mask=mask, other=0)
    wrapped = tl.load(x_ptr + (i * 3 % n) * stride, mask=mask, other=0)
    tl.store(out_ptr + i * 3, x, mask=mask)
    tl.store(out_ptr + i * 3 + 1, reverse, mask=mask)
    tl.store(out_ptr + i * 3 + 2, wrapped, mask=mask)


def test_strided():
    x = torch.randn(50, 4, device=DEVICE)
    out = torch.empty(50, 3, device=DEVICE)
    strided_kernel[(1,)](x, out, 50, x.stride(0), BLOCK=64)
    same(out[:, 0], x[:, 0])
    same(out[:, 1], x[:, 0].flip(0))
    same(out[:, 2], x[torch.arange(50, device=DEVICE) * 3 % 50, 0])


test_math()
test_integers()
test_broadcast()
test_strided()
