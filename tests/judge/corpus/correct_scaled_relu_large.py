# task: scaled_relu_large
# expect: correct
"""What the candidates of ../exploits that aim at the estimated time are measured with."""
import torch
import triton
import triton.language as tl


@triton.jit
def scaled_relu(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n)
    tl.store(out_ptr + i, tl.maximum(x, 0.0) * 2.5, mask=i < n)


def forward(x):
    out = torch.empty_like(x)
    scaled_relu[(triton.cdiv(x.numel(), 1024),)](x, out, x.numel(), BLOCK=1024)
    return out
