# ---- style 0: partial results of blocks of 1024; one program for the partial results
import torch
import triton
import triton.language as tl


@triton.jit
def multiply(a, b):
    return a * b


@triton.jit
def kernel(x0_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    x0 = tl.load(x0_ptr + i, mask=mask)
    tl.store(out_ptr + tl.program_id(0), tl.reduce(tl.where(mask, x0, 1.0), 0, multiply))


@triton.jit
def kernel_rest(part_ptr, out_ptr, blocks, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v0 = tl.reduce(tl.load(part_ptr + i, mask=i < blocks, other=1.0), 0, multiply)
    tl.store(out_ptr, v0)


def forward(x):
    part = x.new_empty((triton.cdiv(x.numel(), 1024),))
    n = x.numel()
    kernel[(triton.cdiv(n, 1024),)](x, part, n, BLOCK=1024)
    out = x.new_empty(())
    blocks = part.numel()
    kernel_rest[(1,)](part, out, blocks, BLOCK=triton.next_power_of_2(blocks))
    return out
# ---- style 1: partial results of blocks of 4096; one program for the partial results
import torch
import triton
import triton.language as tl


@triton.jit
def multiply(a, b):
    return a * b


@triton.jit
def kernel(x0_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    x0 = tl.load(x0_ptr + i, mask=mask)
    tl.store(out_ptr + tl.program_id(0), tl.reduce(tl.where(mask, x0, 1.0), 0, multiply))


@triton.jit
def kernel_rest(part_ptr, out_ptr, blocks, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v0 = tl.reduce(tl.load(part_ptr + i, mask=i < blocks, other=1.0), 0, multiply)
    tl.store(out_ptr, v0)


def forward(x):
    part = x.new_empty((triton.cdiv(x.numel(), 4096),))
    n = x.numel()
    kernel[(triton.cdiv(n, 4096),)](x, part, n, BLOCK=4096, num_warps=8)
    out = x.new_empty(())
    blocks = part.numel()
    kernel_rest[(1,)](part, out, blocks, BLOCK=triton.next_power_of_2(blocks), num_warps=8)
    return out
