# ---- style 0: elements in blocks of 1024
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def kernel(x0_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    x0 = tl.load(x0_ptr + i, mask=mask, other=0.0)
    t = x0 * 0.5
    t1 = x0 * x0 * x0
    t1 = t1 * 0.044715
    x0 = x0 + t1
    x0 = x0 * 0.7978845608028654
    x0 = libdevice.tanh(x0)
    x0 = x0 + 1.0
    t = t * x0
    tl.store(out_ptr + i, t, mask=mask)


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
    x0 = tl.load(x0_ptr + i, mask=mask, other=0.0)
    t = x0 * 0.5
    t1 = x0 * x0 * x0
    t1 = t1 * 0.044715
    x0 = x0 + t1
    x0 = x0 * 0.7978845608028654
    x0 = libdevice.tanh(x0)
    x0 = x0 + 1.0
    t = t * x0
    tl.store(out_ptr + i, t, mask=mask)


def forward(x):
    out = torch.empty_like(x)
    n = out.numel()
    kernel[(triton.cdiv(n, 256),)](x, out, n, BLOCK=256)
    return out
