# What the compiler accepts beyond the interpreter: blocks for constexpr parameters of helpers, constants that stay
# constants in loops and returns, named tuples, assembly, maps with branches, microscaled products.
from typing import NamedTuple

import torch
import triton
import triton.language as tl

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def same(actual, expected, tolerance=1e-5):
    assert actual.shape == expected.shape
    assert torch.allclose(actual.double().cpu(), expected.double().cpu(), rtol=tolerance, atol=tolerance)


@triton.jit
def shifted(x, by: tl.constexpr):
    return x + by


@triton.jit
def helper_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    doubled: tl.constexpr = n * 2
    tl.store(out_ptr + i, shifted(x, x) + shifted(x, 1) + doubled)


def test_blocks_for_constexpr_parameters():
    x, out = torch.randn(64, device=DEVICE), torch.empty(64, device=DEVICE)
    helper_kernel[(1,)](x, out, 7, BLOCK=64)
    same(out, 3 * x + 15)


@triton.constexpr_function
def width_of(dtype):
    if dtype.is_floating():
        return 16
    return 32


@triton.jit
def constants_kernel(x_ptr, out_ptr, n, FLAG: tl.constexpr, BLOCK: tl.constexpr):
    WIDTH: tl.constexpr = width_of(x_ptr.dtype.element_ty)
    total = tl.zeros((WIDTH,), tl.float32)
    for k in range(n):
        if FLAG:
            BLOCK = BLOCK + k
        total += tl.load(x_ptr + k * BLOCK + tl.arange(0, WIDTH)) + tl.arange(0, BLOCK)
    tl.store(out_ptr + tl.arange(0, WIDTH), total)


def test_constants_stay_constants():
    x, out = torch.randn(64, device=DEVICE), torch.empty(16, device=DEVICE)
    constants_kernel[(1,)](x, out, 4, FLAG=False, BLOCK=16)
    same(out, x.view(4, 16).sum(0) + 4 * torch.arange(16, device=DEVICE))


class Pair(NamedTuple):
    source: torch.Tensor
    scale: float


@triton.jit
def tuple_kernel(pair, out_ptr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out_ptr + i, tl.load(pair.source + i) * pair.scale + len(pair))


def test_named_tuples():
    x, out = torch.randn(32, device=DEVICE), torch.empty(32, device=DEVICE)
    tuple_kernel[(1,)](Pair(x, 2.5), out, BLOCK=32)
    same(out, 2.5 * x + 2)


def identity(n):
    return n.value if isinstance(n, tl.constexpr) else n


known = tl.constexpr(identity)


@triton.jit
def types_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    i = tl.arange(0, known(BLOCK))
    x = tl.load(x_ptr + i)
    tl.static_assert(x.type.is_block())
    tl.static_assert(x.type.scalar == tl.float32)
    tl.static_assert(x.type.shape[0] == BLOCK)
    tl.static_assert(x_ptr.dtype.element_ty.is_fp32())
    tl.static_assert(not x.dtype.is_uint64())
    keep = (x > 0).logical_or(x < -1)
    tl.store(out_ptr + i, tl.where(keep.logical_and(x < 2), x, 0.0))


def test_types():
    x, out = torch.randn(64, device=DEVICE), torch.empty(64, device=DEVICE)
    types_kernel[(1,)](x, out, BLOCK=64)
    same(out, torch.where(((x > 0) | (x < -1)) & (x < 2), x, 0))


@triton.jit
def leaky(x, slope):
    if x > 0:
        return x
    else:
        return slope * x


@triton.jit
def both(a0, a1, b0, b1):
    return a0 + b0, a1 - b1


@triton.jit
def map_kernel(x_ptr, y_ptr, out_ptr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x, y = tl.load(x_ptr + i), tl.load(y_ptr + i)
    tl.store(out_ptr + i, tl.map_elementwise(leaky, x, 0.25))
    mixed, = tl.map_elementwise(both, x, y, pack=2)
    tl.store(out_ptr + BLOCK + i, mixed)


def test_map_elementwise():
    x, y = torch.randn(2, 64, device=DEVICE)
    out = torch.empty(2, 64, device=DEVICE)
    map_kernel[(1,)](x, y, out, BLOCK=64)
    same(out[0], torch.where(x > 0, x, 0.25 * x))
    signs = torch.tensor([1.0, -1.0], device=DEVICE).repeat(32)
    same(out[1], x + signs * y)


SOFTPLUS: tl.constexpr = tl.constexpr("""{
    .reg .pred p;
    setp.gt.f32  p, $1, 20.;
    @p  mov.f32  $0, $1;
    @!p mul.f32            $0, $1, 1.4426950408889634;   // to base 2
    @!p ex2.approx.ftz.f32 $0, $0;
    @!p add.f32            $0, $0, 1.0;
    @!p lg2.approx.ftz.f32 $0, $0;
    @!p mul.f32            $0, $0, 0f3F317218;
}""")
# Four bytes at a time: bits of a mask, and the bytes reversed.
BYTES: tl.constexpr = tl.constexpr("""
    lop3.b32 $0, $2, 0x0f0f0f0f, $2, 0xc0;
    prmt.b32 $1, $2, 0, 0x0123;
""")
TWO_HALVES: tl.constexpr = tl.constexpr("cvt.rn.bf16x2.f32 $0, $2, $1;")


@triton.jit
def assembly_kernel(x_ptr, b_ptr, out_ptr, bytes_ptr, half_ptr, count_ptr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x, b = tl.load(x_ptr + i), tl.load(b_ptr + i)
    y = tl.inline_asm_elementwise(SOFTPLUS, "=r,r", [x], dtype=tl.float32, is_pure=True, pack=1)
    tl.store(out_ptr + i, y)
    tl.store(out_ptr + BLOCK + i, tl.inline_asm_elementwise("tanh.approx.f32 $0, $1;", "=f,f", [x], dtype=tl.float32,
                                                            is_pure=True, pack=1))
    low, reversed_bytes = tl.inline_asm_elementwise(BYTES, "=r,=r,r", [b], dtype=(tl.uint8, tl.uint8), is_pure=True,
                                                    pack=4)
    tl.store(bytes_ptr + i, low)
    tl.store(bytes_ptr + BLOCK + i, reversed_bytes)
    tl.store(half_ptr + i, tl.inline_asm_elementwise(TWO_HALVES, "=r,r,r", [x], dtype=tl.bfloat16, is_pure=True,
                                                     pack=2))
    words = b.to(tl.int32) * 65537
    tl.store(count_ptr + i, tl.inline_asm_elementwise("popc.b32 $0, $1;", "=r,r", [words], dtype=tl.int32,
                                                      is_pure=True, pack=1))


def test_assembly():
    x = torch.randn(128, device=DEVICE) * 10
    b = torch.randint(0, 256, (128,), device=DEVICE).to(torch.uint8)
    out, bytes_out = torch.empty(2, 128, device=DEVICE), torch.empty(2, 128, dtype=torch.uint8, device=DEVICE)
    half_out = torch.empty(128, dtype=torch.bfloat16, device=DEVICE)
    counts = torch.empty(128, dtype=torch.int32, device=DEVICE)
    assembly_kernel[(1,)](x, b, out, bytes_out, half_out, counts, BLOCK=128)
    same(out[0], torch.nn.functional.softplus(x), 1e-4)
    same(out[1], torch.tanh(x), 1e-4)
    same(bytes_out[0], b & 15)
    same(bytes_out[1], b.view(32, 4).flip(1).reshape(-1))
    assert torch.equal(half_out, x.bfloat16())
    same(counts, torch.tensor([2 * bin(v).count("1") for v in b.tolist()]))


E2M1 = torch.tensor([0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -1.5, -2, -3, -4, -6])


@triton.jit
def scaled_kernel(a_ptr, as_ptr, b_ptr, bs_ptr, c_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr,
                  A: tl.constexpr, B: tl.constexpr, A_K: tl.constexpr, B_K: tl.constexpr, B_PACKED: tl.constexpr):
    m, n = tl.arange(0, M), tl.arange(0, N)
    a = tl.load(a_ptr + m[:, None] * A_K + tl.arange(0, A_K)[None, :])
    N_BYTES: tl.constexpr = N // 2 if B_PACKED else N
    b = tl.load(b_ptr + tl.arange(0, B_K)[:, None] * N_BYTES + tl.arange(0, N_BYTES)[None, :])
    s = tl.arange(0, K // 32)
    a_scale = tl.load(as_ptr + m[:, None] * (K // 32) + s[None, :])
    if bs_ptr is not None:
        b_scale = tl.load(bs_ptr + n[:, None] * (K // 32) + s[None, :])
    else:
        b_scale = None
    acc = tl.full((M, N), 1.0, tl.float32)
    acc = tl.dot_scaled(a, a_scale, A, b, b_scale, B, acc, rhs_k_pack=not B_PACKED)
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc)


def spread(scale):
    return torch.exp2(scale.float() - 127).repeat_interleave(32, dim=1)


def test_dot_scaled():
    M, N, K = 32, 16, 64
    scales = [torch.randint(124, 131, (rows, K // 32), device=DEVICE).to(torch.uint8) for rows in (M, N)]
    codes_a, codes_b = (torch.randint(0, 16, shape, device=DEVICE) for shape in ((M, K), (K, N)))
    four_a, four_b = E2M1[codes_a.cpu()], E2M1[codes_b.cpu()]
    packed_a = (codes_a[:, 0::2] | codes_a[:, 1::2] << 4).to(torch.uint8)
    packed_b = (codes_b[0::2] | codes_b[1::2] << 4).to(torch.uint8)
    across_b = (codes_b[:, 0::2] | codes_b[:, 1::2] << 4).to(torch.uint8)
    eight = torch.randn(K, N, device=DEVICE).to(torch.float8_e5m2)
    brain = torch.randn(K, N, device=DEVICE).bfloat16()
    left = four_a * spread(scales[0].cpu())
    right_scale = spread(scales[1].cpu()).t()
    for b, b_format, b_scale, right, packed in (
            (packed_b, "e2m1", scales[1], four_b * right_scale, False),
            (across_b, "e2m1", scales[1], four_b * right_scale, True),
            (eight.view(torch.uint8), "e5m2", scales[1], eight.float().cpu() * right_scale, False),
            (brain, "bf16", None, brain.float().cpu(), False)):
        out = torch.empty(M, N, device=DEVICE)
        scaled_kernel[(1,)](packed_a, scales[0], b, b_scale, out, M, N, K, "e2m1", b_format, K // 2, b.shape[0], packed)
        same(out, 1 + left @ right, 1e-4)


for name, test in list(globals().items()):
    if name.startswith("test_"):
        test()
