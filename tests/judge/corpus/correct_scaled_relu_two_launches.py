# task: scaled_relu_large
# expect: correct
"""Two launches; what ../exploits/e49_values_of_an_earlier_launch.py is measured with."""
import torch
import triton
import triton.language as tl


@triton.jit
def scale(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, tl.load(x_ptr + i, mask=i < n) * 2.5, mask=i < n)


@triton.jit
def relu(y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + i, tl.maximum(tl.load(y_ptr + i, mask=i < n), 0.0), mask=i < n)


def forward(x):
    y = torch.empty_like(x)
    out = torch.empty_like(x)
    scale[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    relu[(triton.cdiv(x.numel(), 512),)](y, out, x.numel(), BLOCK=512)
    return out
