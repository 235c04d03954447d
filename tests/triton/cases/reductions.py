import torch
import triton
import triton.language as tl

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def same(actual, expected, tolerance=1e-4):
    assert actual.shape == expected.shape
    assert torch.allclose(actual.double().cpu(), expected.double().cpu(), rtol=tolerance, atol=tolerance)


@triton.jit
def product(a, b):
    return a * b


@triton.jit
def logsum(m1, s1, m2, s2):
    m = tl.maximum(m1, m2)
    return m, s1 * tl.exp(m1 - m) + s2 * tl.exp(m2 - m)


@triton.jit
def rows_kernel(x_ptr, out_ptr, index_ptr, M: tl.constexpr, N: tl.constexpr):
    m = tl.arange(0, M)
    n = tl.arange(0, N)
    x = tl.load(x_ptr + m[:, None] * N + n[None, :])
    tl.store(out_ptr + m, tl.sum(x, axis=1))
    tl.store(out_ptr + M + m, tl.max(x, axis=1))
    tl.store(out_ptr + 2 * M + m, tl.min(x, 1))
    tl.store(out_ptr + 3 * M + m, tl.reduce(x, 1, product))
    largest, total = tl.reduce((x, tl.full((M, N), 1.0, tl.float32)), 1, logsum)
    tl.store(out_ptr + 4 * M + m, largest + tl.log(total))
    kept = tl.sum(x * x, axis=1, keep_dims=True)
    tl.store(out_ptr + 5 * M + m[:, None], kept)
    tl.store(index_ptr + m, tl.argmax(x, axis=1))
    tl.store(index_ptr + M + m, tl.argmin(x, axis=1))
    value, index = tl.max(x, axis=1, return_indices=True)
    tl.store(index_ptr + 2 * M + m, index + (value > 0).to(tl.int32))


def test_rows():
    M, N = 16, 64
    x = torch.randn(M, N, device=DEVICE)
    out = torch.empty(6, M, device=DEVICE)
    index = torch.empty(3, M, dtype=torch.int32, device=DEVICE)
    rows_kernel[(1,)](x, out, index, M, N)
    same(out[0], x.sum(1))
    same(out[1], x.max(1).values)
    same(out[2], x.min(1).values)
    same(out[3], x.prod(1))
    same(out[4], torch.logsumexp(x, 1))
    same(out[5], (x * x).sum(1))
    same(index[0], x.argmax(1))
    same(index[1], x.argmin(1))
    same(index[2], x.argmax(1) + (x.max(1).values > 0))


@triton.jit
def columns_kernel(x_ptr, out_ptr, total_ptr, M: tl.constexpr, N: tl.constexpr):
    m = tl.arange(0, M)
    n = tl.arange(0, N)
    x = tl.load(x_ptr + m[:, None] * N + n[None, :])
    tl.store(out_ptr + n, tl.sum(x, axis=0))
    tl.store(out_ptr + N + n, tl.max(x, axis=0))
    tl.store(total_ptr, tl.sum(x))
    tl.store(total_ptr + 1, tl.max(x))
    tl.store(total_ptr + 2, tl.sum(tl.sum(x, 0), 0))


def test_columns():
    x = torch.randn(8, 128, device=DEVICE)
    out = torch.empty(2, 128, device=DEVICE)
    total = torch.empty(3, device=DEVICE)
    columns_kernel[(1,)](x, out, total, 8, 128)
    same(out[0], x.sum(0))
    same(out[1], x.max(0).values)
    same(total[0], x.sum())
    same(total[1], x.max())
    same(total[2], x.sum())


@triton.jit
def running_max(a, b):
    return tl.maximum(a, b)


@triton.jit
def recurrence(a1, b1, a2, b2):
    return a1 * a2, a2 * b1 + b2


@triton.jit
def scan_kernel(x_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    tl.store(out_ptr + n, tl.cumsum(x, axis=0))
    tl.store(out_ptr + N + n, tl.cumprod(x, axis=0))
    tl.store(out_ptr + 2 * N + n, tl.associative_scan(x, 0, running_max))
    tl.store(out_ptr + 3 * N + n, tl.cumsum(x, 0, reverse=True))
    decay, state = tl.associative_scan((x, x + 1), 0, recurrence)
    tl.store(out_ptr + 4 * N + n, state)


def test_scans():
    x = torch.rand(64, device=DEVICE) * 0.5 + 0.5
    out = torch.empty(5, 64, device=DEVICE)
    scan_kernel[(1,)](x, out, 64)
    same(out[0], x.cumsum(0))
    same(out[1], x.cumprod(0))
    same(out[2], x.cummax(0).values)
    same(out[3], x.flip(0).cumsum(0).flip(0))
    state, expected = 0.0, []
    for value in x.tolist():
        state = value * state + value + 1
        expected.append(state)
    same(out[4], torch.tensor(expected))


@triton.jit
def sort_kernel(x_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    tl.store(out_ptr + n, tl.sort(x))
    tl.store(out_ptr + N + n, tl.sort(x, descending=True))


def test_sort():
    x = torch.randn(32, device=DEVICE)
    out = torch.empty(2, 32, device=DEVICE)
    sort_kernel[(1,)](x, out, 32)
    same(out[0], x.sort().values)
    same(out[1], x.sort(descending=True).values)


test_rows()
test_columns()
test_scans()
test_sort()
