# ---- style 0: blocks of 1024 added up by atomics
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x0_ptr, x1_ptr, out_ptr, n, inner, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    j = i % inner
    x0 = tl.load(x0_ptr + i, mask=mask)
    x1 = tl.load(x1_ptr + j, mask=mask)
    v0 = x0 * x1
    v1 = 1 - v0
    v2 = tl.maximum(v1, 0)
    tl.atomic_add(out_ptr, tl.sum(tl.where(mask, v2, 0.0), axis=0) / n)


def forward(p, t):
    out = p.new_zeros(())
    n, inner = p.numel(), p.shape[-1]
    kernel[(triton.cdiv(n, 1024),)](p, t, out, n, inner, BLOCK=1024)
    return out
# ---- style 1: blocks of 4096 added up by atomics
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x0_ptr, x1_ptr, out_ptr, n, inner, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    j = i % inner
    x0 = tl.load(x0_ptr + i, mask=mask)
    x1 = tl.load(x1_ptr + j, mask=mask)
    v0 = x0 * x1
    v1 = 1 - v0
    v2 = tl.maximum(v1, 0)
    tl.atomic_add(out_ptr, tl.sum(tl.where(mask, v2, 0.0), axis=0) / n)


def forward(p, t):
    out = p.new_zeros(())
    n, inner = p.numel(), p.shape[-1]
    kernel[(triton.cdiv(n, 4096),)](p, t, out, n, inner, BLOCK=4096, num_warps=8)
    return out
