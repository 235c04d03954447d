# ---- style 0: blocks of 1024 added up by atomics
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x0_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    x0 = tl.load(x0_ptr + i, mask=mask)
    tl.atomic_add(out_ptr, tl.sum(tl.where(mask, x0, 0.0), axis=0) / n)


def forward(x):
    out = x.new_zeros(())
    n = x.numel()
    kernel[(triton.cdiv(n, 1024),)](x, out, n, BLOCK=1024)
    return out
# ---- style 1: blocks of 4096 added up by atomics
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x0_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    x0 = tl.load(x0_ptr + i, mask=mask)
    tl.atomic_add(out_ptr, tl.sum(tl.where(mask, x0, 0.0), axis=0) / n)


def forward(x):
    out = x.new_zeros(())
    n = x.numel()
    kernel[(triton.cdiv(n, 4096),)](x, out, n, BLOCK=4096, num_warps=8)
    return out
