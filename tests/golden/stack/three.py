# ---- style 0: elements in blocks of 1024
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x0_ptr, x1_ptr, x2_ptr, out_ptr, n, inner, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    j = i % inner
    x0 = tl.load(x0_ptr + i, mask=mask)
    x1 = tl.load(x1_ptr + i, mask=mask)
    x2 = tl.load(x2_ptr + j, mask=mask)
    v0 = tl.maximum(x0, x1)
    v1 = v0 * x2
    v2 = v1 - x0
    tl.store(out_ptr + i, v2, mask=mask)


def forward(x, y, z):
    out = torch.empty_like(x)
    n, inner = out.numel(), x.shape[-1]
    kernel[(triton.cdiv(n, 1024),)](x, y, z, out, n, inner, BLOCK=1024)
    return out
# ---- style 1: elements in blocks of 256
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x0_ptr, x1_ptr, x2_ptr, out_ptr, n, inner, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    j = i % inner
    x0 = tl.load(x0_ptr + i, mask=mask)
    x1 = tl.load(x1_ptr + i, mask=mask)
    x2 = tl.load(x2_ptr + j, mask=mask)
    v0 = tl.maximum(x0, x1)
    v1 = v0 * x2
    v2 = v1 - x0
    tl.store(out_ptr + i, v2, mask=mask)


def forward(x, y, z):
    out = torch.empty_like(x)
    n, inner = out.numel(), x.shape[-1]
    kernel[(triton.cdiv(n, 256),)](x, y, z, out, n, inner, BLOCK=256)
    return out
