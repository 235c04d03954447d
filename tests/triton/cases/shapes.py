import torch
import triton
import triton.language as tl

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def same(actual, expected, tolerance=1e-5):
    assert actual.shape == expected.shape
    assert torch.allclose(actual.double().cpu(), expected.double().cpu(), rtol=tolerance, atol=tolerance)


@triton.jit
def shape_kernel(x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr):
    m = tl.arange(0, M)
    n = tl.arange(0, N)
    x = tl.load(x_ptr + m[:, None] * N + n[None, :])
    mn = m[:, None] * N + n[None, :]
    nm = n[:, None] * M + m[None, :]
    tl.store(out_ptr + nm, tl.trans(x))
    tl.store(out_ptr + M * N + nm, x.T * 2)
    flat = tl.reshape(x, (M * N,))
    tl.store(out_ptr + 2 * M * N + tl.arange(0, M * N), flat)
    tl.store(out_ptr + 3 * M * N + mn, tl.broadcast_to(tl.expand_dims(tl.sum(x, 1), 1), (M, N)))
    cube = tl.reshape(x, (M, 2, N // 2))
    swapped = tl.permute(cube, (1, 0, 2))
    tl.store(out_ptr + 4 * M * N + tl.arange(0, M * N), tl.reshape(swapped, (M * N,)))
    pairs = tl.reshape(x, (M, N // 2, 2))
    even, odd = tl.split(pairs)
    half = tl.arange(0, N // 2)
    tl.store(out_ptr + 5 * M * N + m[:, None] * N + half[None, :], even)
    tl.store(out_ptr + 5 * M * N + m[:, None] * N + N // 2 + half[None, :], odd)
    tl.store(out_ptr + 6 * M * N + mn, tl.interleave(even, odd))
    tl.store(out_ptr + 7 * M * N + mn, tl.reshape(tl.join(odd, even), (M, N)))
    tl.store(out_ptr + 8 * M * N + tl.arange(0, M * N), tl.ravel(tl.zeros_like(x) + x.shape[1]))


def test_shapes():
    M, N = 8, 16
    x = torch.randn(M, N, device=DEVICE)
    out = torch.empty(9, M, N, device=DEVICE)
    shape_kernel[(1,)](x, out, M, N)
    same(out[0].reshape(N, M), x.t())
    same(out[1].reshape(N, M), x.t() * 2)
    same(out[2], x)
    same(out[3], x.sum(1, keepdim=True).expand(M, N))
    same(out[4].reshape(2, M, N // 2), x.reshape(M, 2, N // 2).permute(1, 0, 2))
    pairs = x.reshape(M, N // 2, 2)
    same(out[5], torch.cat([pairs[:, :, 0], pairs[:, :, 1]], 1))
    same(out[6], x)
    same(out[7], pairs.flip(2).reshape(M, N))
    same(out[8], torch.full((M, N), float(N)))


@triton.jit
def block_pointer_kernel(x_ptr, out_ptr, M, N, stride, BM: tl.constexpr, BN: tl.constexpr):
    x = tl.make_block_ptr(x_ptr, shape=(M, N), strides=(stride, 1), offsets=(tl.program_id(0) * BM, 0), block_shape=(BM, BN), order=(1, 0))
    out = tl.make_block_ptr(out_ptr, shape=(M, N), strides=(stride, 1), offsets=(tl.program_id(0) * BM, 0), block_shape=(BM, BN), order=(1, 0))
    for start in range(0, N, BN):
        value = tl.load(x, boundary_check=(0, 1), padding_option="zero")
        tl.store(out, value * 2 + start, boundary_check=(0, 1))
        x = tl.advance(x, (0, BN))
        out = tl.advance(out, (0, BN))


def test_block_pointers():
    x = torch.randn(21, 37, device=DEVICE)
    out = torch.empty_like(x)
    block_pointer_kernel[(triton.cdiv(21, 8),)](x, out, 21, 37, x.stride(0), BM=8, BN=16)
    same(out, x * 2 + torch.arange(37, device=DEVICE) // 16 * 16)


@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, M, N, K, stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
                  BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(axis=0)
    num_m = tl.cdiv(M, BLOCK_M)
    num_n = tl.cdiv(N, BLOCK_N)
    per_group = GROUP * num_n
    group = pid // per_group
    first_m = group * GROUP
    group_m = min(num_m - first_m, GROUP)
    pid_m = first_m + ((pid % per_group) % group_m)
    pid_n = (pid % per_group) // group_m
    rm = (pid_m * BLOCK_M + tl.arange(0, BLOCK_M)) % M
    rn = (pid_n * BLOCK_N + tl.arange(0, BLOCK_N)) % N
    rk = tl.arange(0, BLOCK_K)
    a_ptrs = a_ptr + (rm[:, None] * stride_am + rk[None, :] * stride_ak)
    b_ptrs = b_ptr + (rk[:, None] * stride_bk + rn[None, :] * stride_bn)
    acc = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BLOCK_K)):
        a = tl.load(a_ptrs, mask=rk[None, :] < K - k * BLOCK_K, other=0.0)
        b = tl.load(b_ptrs, mask=rk[:, None] < K - k * BLOCK_K, other=0.0)
        acc = tl.dot(a, b, acc, input_precision="ieee")
        a_ptrs += BLOCK_K * stride_ak
        b_ptrs += BLOCK_K * stride_bk
    cm = pid_m * BLOCK_M + tl.arange(0, BLOCK_M)
    cn = pid_n * BLOCK_N + tl.arange(0, BLOCK_N)
    mask = (cm[:, None] < M) & (cn[None, :] < N)
    tl.store(c_ptr + stride_cm * cm[:, None] + stride_cn * cn[None, :], acc.to(c_ptr.dtype.element_ty), mask=mask)


def test_grouped_matmul():
    for shape in ((33, 50, 70), (64, 64, 64), (1, 100, 16)):
        M, N, K = shape
        a = torch.randn(M, K, device=DEVICE)
        b = torch.randn(N, K, device=DEVICE).t()
        c = torch.empty(M, N, device=DEVICE)
        grid = lambda meta: (triton.cdiv(M, meta["BLOCK_M"]) * triton.cdiv(N, meta["BLOCK_N"]),)
        matmul_kernel[grid](a, b, c, M, N, K, a.stride(0), a.stride(1), b.stride(0), b.stride(1), c.stride(0), c.stride(1),
                            BLOCK_M=32, BLOCK_N=16, BLOCK_K=16, GROUP=2)
        same(c, a @ b, 1e-3)


test_shapes()
test_block_pointers()
test_grouped_matmul()
