import torch
import triton
import triton.language as tl

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
SCALE = tl.constexpr(3)


def same(actual, expected, tolerance=1e-5):
    assert actual.shape == expected.shape
    assert torch.allclose(actual.double().cpu(), expected.double().cpu(), rtol=tolerance, atol=tolerance)


@triton.jit
def twice(x, factor: tl.constexpr = 2):
    return x * factor


@triton.jit
def clipped(x, low, high):
    if low > high:
        return x
    y = tl.maximum(x, low)
    return tl.minimum(y, high)


@triton.jit
def pair(x):
    return x + 1, x - 1


@triton.jit
def control_kernel(x_ptr, bias_ptr, out_ptr, n, flag, BLOCK: tl.constexpr, MODE: tl.constexpr, HAS_BIAS: tl.constexpr):
    pid = tl.program_id(0)
    if pid >= tl.cdiv(n, BLOCK):
        return
    i = pid * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    x = tl.load(x_ptr + i, mask=mask, other=0.0)
    if HAS_BIAS:
        x += tl.load(bias_ptr + i, mask=mask, other=0.0)
    if MODE == "double":
        x = twice(x)
    elif MODE == "scaled":
        x = twice(x, factor=SCALE)
    else:
        x = clipped(x, -0.5, 0.5)
    if flag > 3:
        y = x + 10
    else:
        y = x - 10
    total = 0.0
    for k in range(flag):
        total += k
    step = 1
    while step < 10:
        step = step * 2
    a, b = pair(total)
    for j in tl.static_range(3):
        y += j
    z = y + a - b + step if flag == 2 else y
    tl.store(out_ptr + i, z, mask=mask)


def reference(x, bias, flag, mode):
    if bias is not None:
        x = x + bias
    x = x * 2 if mode == "double" else x * 3 if mode == "scaled" else x.clamp(-0.5, 0.5)
    y = (x + 10 if flag > 3 else x - 10) + 3
    return y + 2 + 16 if flag == 2 else y


def test_control():
    x = torch.randn(300, device=DEVICE)
    bias = torch.randn(300, device=DEVICE)
    for flag in (0, 2, 5):
        for mode in ("double", "scaled", "clip"):
            for b in (None, bias):
                out = torch.empty_like(x)
                control_kernel[(5,)](x, b, out, 300, flag, BLOCK=128, MODE=mode, HAS_BIAS=b is not None)
                same(out, reference(x, b, flag, mode))


@triton.jit
def fibonacci_kernel(out_ptr, n):
    a = 0
    b = 1
    for i in range(n):
        tl.store(out_ptr + i, a)
        a, b = b, a + b


def test_swapped_carries():
    out = torch.empty(20, dtype=torch.int32, device=DEVICE)
    fibonacci_kernel[(1,)](out, 20)
    a, b, expected = 0, 1, []
    for _ in range(20):
        expected.append(a)
        a, b = b, a + b
    same(out, torch.tensor(expected))


@triton.jit
def nested_kernel(x_ptr, out_ptr, M, N, stride, BLOCK: tl.constexpr):
    col = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = col < N
    best = tl.full((BLOCK,), float("-inf"), tl.float32)
    row_of_best = tl.zeros((BLOCK,), tl.int32)
    ptr = x_ptr + col
    for r in range(M):
        x = tl.load(ptr, mask=mask, other=float("-inf"))
        is_better = x > best
        best = tl.where(is_better, x, best)
        row_of_best = tl.where(is_better, r, row_of_best)
        ptr += stride
    tl.store(out_ptr + col, best + row_of_best, mask=mask)


def test_pointer_carried():
    x = torch.randn(17, 70, device=DEVICE)
    out = torch.empty(70, device=DEVICE)
    nested_kernel[(triton.cdiv(70, 32),)](x, out, 17, 70, x.stride(0), BLOCK=32)
    same(out, x.max(0).values + x.argmax(0))


@triton.jit
def backwards_kernel(out_ptr, n: tl.constexpr):
    count = 0
    for i in range(n - 1, -1, -1):
        tl.store(out_ptr + i, count)
        count += 1


def test_negative_step():
    out = torch.empty(9, dtype=torch.int32, device=DEVICE)
    backwards_kernel[(1,)](out, 9)
    same(out, torch.arange(8, -1, -1))


@triton.heuristics({"EVEN": lambda args: args["n"] % args["BLOCK"] == 0})
@triton.jit
def heuristic_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr, EVEN: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    if EVEN:
        tl.store(out_ptr + i, tl.load(x_ptr + i) + 1)
    else:
        tl.store(out_ptr + i, tl.load(x_ptr + i, mask=i < n) + 1, mask=i < n)


def test_heuristics():
    for n in (128, 100):
        x = torch.randn(n, device=DEVICE)
        out = torch.empty_like(x)
        heuristic_kernel[lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](x, out, n, BLOCK=32)
        same(out, x + 1)


test_control()
test_swapped_carries()
test_pointer_carried()
test_negative_step()
test_heuristics()
