# ---- style 0: blocks of 1024 added up by atomics
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x0_ptr, x1_ptr, out_ptr, n, inner, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    x0 = tl.load(x0_ptr + i, mask=mask, other=1.0)
    x1 = tl.load(x1_ptr + i % inner, mask=mask, other=1.0)
    x0 = x0 * x1
    x0 = 1 - x0
    x0 = tl.maximum(x0, 0)
    tl.atomic_add(out_ptr, tl.sum(x0, axis=0) / n)


def forward(p, t):
    out = p.new_zeros(())
    n, inner = p.numel(), p.shape[-1]
    kernel[(triton.cdiv(n, 1024),)](p, t, out, n, inner, BLOCK=1024)
    return out
# ---- style 1: one row a program, loops over blocks of 1024
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x0_ptr, x1_ptr, out_ptr, n, part, BLOCK: tl.constexpr):
    s = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n
        x0 = tl.load(x0_ptr + cols, mask=mask, other=1.0)
        x1 = tl.load(x1_ptr + cols % part, mask=mask, other=1.0)
        x0 = x0 * x1
        x0 = 1 - x0
        s += tl.maximum(x0, 0)
    s = tl.sum(s, axis=0)
    s = s / n
    tl.store(out_ptr, s)


def forward(p, t):
    out = p.new_empty(())
    n, part = p.numel(), p.shape[-1]
    kernel[(1,)](p, t, out, n, part, BLOCK=1024)
    return out
