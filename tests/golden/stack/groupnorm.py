# ---- style 0: one row a program, the whole row at once
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, w_ptr, b_ptr, out_ptr, n, inner, part, part1, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    mask = cols < n
    i = row * n + cols
    j = row % inner * part1 + cols // part
    x = tl.load(x_ptr + i, mask=mask, other=0.0)
    x = x - tl.sum(x, axis=0) / n
    t = tl.sqrt(tl.sum(tl.where(mask, x * x, 0.0), axis=0) / n + 1e-05)
    w = tl.load(w_ptr + j, mask=mask, other=0.0)
    b = tl.load(b_ptr + j, mask=mask, other=0.0)
    x = x / t * w + b
    tl.store(out_ptr + i, x, mask=mask)


def forward(x, weight, bias):
    out = torch.empty_like(x)
    n, inner, part, part1 = (x.shape[1] // 4) * x.shape[2] * x.shape[-1], 4, x.shape[2] * x.shape[-1], x.shape[1] // 4
    kernel[(x.numel() // n,)](x, weight, bias, out, n, inner, part, part1, BLOCK=triton.next_power_of_2(n))
    return out
# ---- style 1: one row a program, loops over blocks of 1024
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, w_ptr, b_ptr, out_ptr, n, inner, part, part1, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    s = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n
        x = tl.load(x_ptr + row * n + cols, mask=mask, other=0.0)
        s += x
    s = tl.sum(s, axis=0)
    s = s / n
    s1 = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n
        x = tl.load(x_ptr + row * n + cols, mask=mask, other=0.0)
        x = x - s
        s1 += tl.where(mask, x * x, 0.0)
    s1 = tl.sum(s1, axis=0)
    s1 = tl.sqrt(s1 / n + 1e-05)
    for start in range(0, n, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n
        i = row * n + cols
        j = row % inner * part1 + cols // part
        x = tl.load(x_ptr + i, mask=mask, other=0.0)
        w = tl.load(w_ptr + j, mask=mask, other=0.0)
        b = tl.load(b_ptr + j, mask=mask, other=0.0)
        x = (x - s) / s1 * w + b
        tl.store(out_ptr + i, x, mask=mask)


def forward(x, weight, bias):
    out = torch.empty_like(x)
    n, inner, part, part1 = (x.shape[1] // 4) * x.shape[2] * x.shape[-1], 4, x.shape[2] * x.shape[-1], x.shape[1] // 4
    kernel[(x.numel() // n,)](x, weight, bias, out, n, inner, part, part1, BLOCK=1024)
    return out
