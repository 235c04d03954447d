# ---- style 0: elements in blocks of 1024
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def kernel(x0_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    x0 = tl.load(x0_ptr + i, mask=mask)
    v0 = x0 * 0.5
    v1 = x0 * x0 * x0
    v2 = v1 * 0.044715
    v3 = x0 + v2
    v4 = v3 * 0.7978845608028654
    v5 = libdevice.tanh(v4)
    v6 = v5 + 1.0
    v7 = v0 * v6
    tl.store(out_ptr + i, v7, mask=mask)


def forward(x):
    out = torch.empty_like(x)
    n = out.numel()
    kernel[(triton.cdiv(n, 1024),)](x, out, n, BLOCK=1024)
    return out
# ---- style 1: elements in blocks of 256
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def kernel(x0_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    x0 = tl.load(x0_ptr + i, mask=mask)
    v0 = x0 * 0.5
    v1 = x0 * x0 * x0
    v2 = v1 * 0.044715
    v3 = x0 + v2
    v4 = v3 * 0.7978845608028654
    v5 = libdevice.tanh(v4)
    v6 = v5 + 1.0
    v7 = v0 * v6
    tl.store(out_ptr + i, v7, mask=mask)


def forward(x):
    out = torch.empty_like(x)
    n = out.numel()
    kernel[(triton.cdiv(n, 256),)](x, out, n, BLOCK=256)
    return out
