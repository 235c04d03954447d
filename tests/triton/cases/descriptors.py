# Tensor descriptors made by kernels and by the host: clipping, padding, rows by number, atomics.
import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def allocate(size, alignment, stream):
    return torch.empty(size, dtype=torch.int8, device=DEVICE)


triton.set_allocator(allocate)


def same(actual, expected, tolerance=1e-5):
    assert actual.shape == expected.shape
    assert torch.allclose(actual.double().cpu(), expected.double().cpu(), rtol=tolerance, atol=tolerance)


@triton.jit
def host_made_kernel(source, target, rows, BLOCK: tl.constexpr):
    row, col = tl.program_id(0) * BLOCK, tl.program_id(1) * BLOCK
    block = source.load([row, col])
    tl.static_assert(block.shape[0] == source.block_shape[0])
    tl.static_assert(block.dtype == source.dtype)
    target.store([col, row], block.T * source.shape[0])


def test_host_made():
    x = torch.randn(40, 24, device=DEVICE)
    out = torch.zeros(24, 40, device=DEVICE)
    source = TensorDescriptor(x, x.shape, x.stride(), [16, 16])
    target = TensorDescriptor.from_tensor(out, [16, 16])
    host_made_kernel[(3, 2)](source, target, 40, BLOCK=16)
    same(out, x.t() * 40)


@triton.jit
def made_kernel(x_ptr, out_ptr, M, N, BLOCK: tl.constexpr):
    source = tl.make_tensor_descriptor(x_ptr, [M, N], [N, 1], [BLOCK, BLOCK])
    block = tl.load_tensor_descriptor(source, [tl.program_id(0) * BLOCK - 4, 0])
    i = tl.arange(0, BLOCK)
    tl.store(out_ptr + (tl.program_id(0) * BLOCK + i[:, None]) * BLOCK + i[None, :], block)


def test_clipping():
    x = torch.randn(20, 12, device=DEVICE)
    out = torch.empty(32, 16, device=DEVICE)
    made_kernel[(2,)](x, out, 20, 12, BLOCK=16)
    expected = torch.zeros(32, 16, device=DEVICE)
    expected[4:24, :12] = x
    same(out, expected)


@triton.jit
def rows_kernel(source, target, rows_ptr, BLOCK: tl.constexpr):
    rows = tl.load(rows_ptr + tl.arange(0, BLOCK))
    picked = source.gather(rows, 8)
    target.scatter(picked + 1, tl.arange(0, BLOCK), 0)


def test_rows():
    if torch.cuda.get_device_capability() < (10, 0):
        return  # refused there
    x = torch.randn(20, 32, device=DEVICE)
    out = torch.zeros(8, 16, device=DEVICE)
    rows = torch.tensor([3, 19, 0, 7, 20, 3, -1, 5], dtype=torch.int32, device=DEVICE)
    rows_kernel[(1,)](TensorDescriptor.from_tensor(x, [1, 16]), TensorDescriptor.from_tensor(out, [1, 16]), rows, BLOCK=8)
    inside = (rows >= 0) & (rows < 20)
    same(out, torch.where(inside[:, None], x[rows.clamp(0, 19).long(), 8:24], 0) + 1)


@triton.jit
def add_kernel(x_ptr, target, N, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    target.atomic_add([0], tl.load(x_ptr + i, mask=i < N, other=0.0))


def test_atomics():
    x = torch.randn(100, device=DEVICE)
    out = torch.zeros(20, device=DEVICE)
    add_kernel[(4,)](x, TensorDescriptor.from_tensor(out, [32]), 100, BLOCK=32)
    padded = torch.zeros(128, device=DEVICE)
    padded[:100] = x
    same(out, padded.view(4, 32).sum(0)[:20], 1e-4)


for name, test in list(globals().items()):
    if name.startswith("test_"):
        test()
