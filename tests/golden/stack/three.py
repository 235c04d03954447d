# ---- style 0: elements in blocks of 1024
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, y_ptr, z_ptr, out_ptr, n, inner, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    j = i % inner
    x = tl.load(x_ptr + i, mask=mask)
    y = tl.load(y_ptr + i, mask=mask)
    z = tl.load(z_ptr + j, mask=mask)
    v0 = tl.maximum(x, y)
    v1 = v0 * z
    v2 = v1 - x
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
def kernel(x_ptr, y_ptr, z_ptr, out_ptr, n, inner, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    j = i % inner
    x = tl.load(x_ptr + i, mask=mask)
    y = tl.load(y_ptr + i, mask=mask)
    z = tl.load(z_ptr + j, mask=mask)
    v0 = tl.maximum(x, y)
    v1 = v0 * z
    v2 = v1 - x
    tl.store(out_ptr + i, v2, mask=mask)


def forward(x, y, z):
    out = torch.empty_like(x)
    n, inner = out.numel(), x.shape[-1]
    kernel[(triton.cdiv(n, 256),)](x, y, z, out, n, inner, BLOCK=256)
    return out
