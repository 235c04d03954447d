# Types by the compiler's rules; the official interpreter gets bf16 wrong and is not run on this file.
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def same(actual, expected, tolerance=1e-6):
    assert actual.shape == expected.shape and actual.dtype == expected.dtype
    assert torch.allclose(actual.double().cpu(), expected.double().cpu(), rtol=tolerance, atol=tolerance)


@triton.jit
def promotion_kernel(h_ptr, b_ptr, f_ptr, i_ptr):
    h = tl.load(h_ptr)
    b = tl.load(b_ptr)
    f = tl.load(f_ptr)
    i = tl.load(i_ptr)
    scale = 2.0
    tl.static_assert((h * 1.0).dtype == tl.float16)
    tl.static_assert((h * scale).dtype == tl.float32)
    tl.static_assert((h * 2).dtype == tl.float16)
    tl.static_assert((h / h).dtype == tl.float32)
    tl.static_assert((b + b).dtype == tl.bfloat16)
    tl.static_assert((b + h).dtype == tl.float16)
    tl.static_assert((b + i).dtype == tl.float32)
    tl.static_assert((i + 1.5).dtype == tl.float32)
    tl.static_assert((i / 2).dtype == tl.float32)
    tl.static_assert((i // 2).dtype == tl.int32)
    tl.static_assert((f + h).dtype == tl.float32)
    tl.static_assert(tl.maximum(h, 0.0).dtype == tl.float32)
    tl.static_assert((i + i.to(tl.int64)).dtype == tl.int64)
    tl.static_assert((i > 0).dtype == tl.int1)
    tl.static_assert(tl.sum(tl.zeros((16,), tl.int8), 0).dtype == tl.int32)
    tl.static_assert(tl.max(tl.zeros((16,), tl.float16), 0).dtype == tl.float32)
    tl.static_assert(h_ptr.dtype.element_ty == tl.float16)


def test_promotion():
    promotion_kernel[(1,)](torch.zeros(1, dtype=torch.float16, device=DEVICE), torch.zeros(1, dtype=torch.bfloat16, device=DEVICE),
                           torch.zeros(1, device=DEVICE), torch.zeros(1, dtype=torch.int32, device=DEVICE))


@triton.jit
def half_kernel(x_ptr, y_ptr, out_ptr, n: tl.constexpr):
    i = tl.arange(0, n)
    x = tl.load(x_ptr + i)
    y = tl.load(y_ptr + i)
    tl.store(out_ptr + i, x + y)
    tl.store(out_ptr + n + i, x * y)
    tl.store(out_ptr + 2 * n + i, tl.exp(x.to(tl.float32)))
    tl.store(out_ptr + 3 * n + i, x * 3 - y)


def test_narrow_floats():
    for dtype in (torch.float16, torch.bfloat16):
        x = torch.randn(256, device=DEVICE).to(dtype)
        y = torch.randn(256, device=DEVICE).to(dtype)
        out = torch.empty(4, 256, dtype=dtype, device=DEVICE)
        half_kernel[(1,)](x, y, out, 256)
        same(out[0], x + y)
        same(out[1], x * y)
        same(out[2], torch.exp(x.float()).to(dtype), 1e-2)
        same(out[3], (x * 3) - y)


@triton.jit
def half_dot_kernel(a_ptr, b_ptr, c_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    at = i[:, None] * N + i[None, :]
    c = tl.dot(tl.load(a_ptr + at), tl.load(b_ptr + at))
    tl.store(c_ptr + at, c.to(c_ptr.dtype.element_ty))


def test_half_dot():
    for dtype in (torch.float16, torch.bfloat16):
        a = torch.randn(32, 32, device=DEVICE).to(dtype)
        b = torch.randn(32, 32, device=DEVICE).to(dtype)
        c = torch.empty(32, 32, dtype=dtype, device=DEVICE)
        half_dot_kernel[(1,)](a, b, c, 32)
        same(c, (a.float() @ b.float()).to(dtype), 2e-2)


@triton.jit
def cast_kernel(x_ptr, i8_ptr, i64_ptr, b_ptr, n: tl.constexpr):
    i = tl.arange(0, n)
    x = tl.load(x_ptr + i)
    tl.store(i8_ptr + i, x.to(tl.int8))
    tl.store(i64_ptr + i, x.to(tl.int64) * 3000000000)
    tl.store(b_ptr + i, x > 0)


def test_casts():
    x = torch.randn(64, device=DEVICE) * 50
    i8 = torch.empty(64, dtype=torch.int8, device=DEVICE)
    i64 = torch.empty(64, dtype=torch.int64, device=DEVICE)
    b = torch.empty(64, dtype=torch.bool, device=DEVICE)
    cast_kernel[(1,)](x.clamp(-120, 120), i8, i64, b, 64)
    same(i8, x.clamp(-120, 120).to(torch.int8))
    same(i64, x.clamp(-120, 120).to(torch.int64) * 3000000000)
    assert torch.equal(b.cpu(), (x > 0).cpu())


@triton.jit
def libdevice_kernel(x_ptr, out_ptr, n: tl.constexpr):
    i = tl.arange(0, n)
    x = tl.load(x_ptr + i)
    tl.store(out_ptr + i, libdevice.tanh(x))
    tl.store(out_ptr + n + i, libdevice.pow(tl.abs(x), 1.5))
    tl.store(out_ptr + 2 * n + i, libdevice.log1p(tl.abs(x)))
    tl.store(out_ptr + 3 * n + i, tl.extra.libdevice.rint(x * 3))
    tl.store(out_ptr + 4 * n + i, tl.extra.cuda.libdevice.expm1(x))
    tl.store(out_ptr + 5 * n + i, tl.where(libdevice.isnan(x), 1.0, libdevice.atan(x)))


def test_libdevice():
    x = torch.randn(128, device=DEVICE) * 3
    out = torch.empty(6, 128, device=DEVICE)
    libdevice_kernel[(1,)](x, out, 128)
    for row, expected in enumerate((torch.tanh(x), x.abs() ** 1.5, torch.log1p(x.abs()), torch.round(x * 3), torch.expm1(x), torch.atan(x))):
        same(out[row], expected, 1e-5)


test_promotion()
test_narrow_floats()
test_half_dot()
test_casts()
test_libdevice()
