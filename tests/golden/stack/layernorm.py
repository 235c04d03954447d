# ---- style 0: 4 rows a program, the whole row at once
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x0_ptr, x1_ptr, x2_ptr, out_ptr, n, num_rows, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]
    cols = tl.arange(0, BLOCK)[None, :]
    mask = (row < num_rows) & (cols < n)
    i = row * n + cols
    x0 = tl.load(x0_ptr + i, mask=mask)
    x1 = tl.load(x1_ptr + cols, mask=cols < n)
    x2 = tl.load(x2_ptr + cols, mask=cols < n)
    t = x0 - tl.sum(tl.where(mask, x0, 0.0), axis=1, keep_dims=True) / n
    t1 = tl.sqrt(tl.sum(tl.where(mask, t * t, 0.0), axis=1, keep_dims=True) / n + 1e-05)
    v0 = t / t1 * x1 + x2
    tl.store(out_ptr + i, v0, mask=mask)


def forward(x, weight, bias):
    out = torch.empty_like(x)
    n = x.shape[-1]
    num_rows = x.numel() // n
    kernel[(triton.cdiv(num_rows, 4),)](x, weight, bias, out, n, num_rows, ROWS=4, BLOCK=triton.next_power_of_2(n))
    return out
# ---- style 1: 2 rows a program, the whole row at once
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x0_ptr, x1_ptr, x2_ptr, out_ptr, n, num_rows, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]
    cols = tl.arange(0, BLOCK)[None, :]
    mask = (row < num_rows) & (cols < n)
    i = row * n + cols
    x0 = tl.load(x0_ptr + i, mask=mask)
    x1 = tl.load(x1_ptr + cols, mask=cols < n)
    x2 = tl.load(x2_ptr + cols, mask=cols < n)
    t = x0 - tl.sum(tl.where(mask, x0, 0.0), axis=1, keep_dims=True) / n
    t1 = tl.sqrt(tl.sum(tl.where(mask, t * t, 0.0), axis=1, keep_dims=True) / n + 1e-05)
    v0 = t / t1 * x1 + x2
    tl.store(out_ptr + i, v0, mask=mask)


def forward(x, weight, bias):
    out = torch.empty_like(x)
    n = x.shape[-1]
    num_rows = x.numel() // n
    kernel[(triton.cdiv(num_rows, 2),)](x, weight, bias, out, n, num_rows, ROWS=2, BLOCK=triton.next_power_of_2(n))
    return out
