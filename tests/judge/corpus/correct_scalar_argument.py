# task: scalar_argument
# expect: correct
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, s, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets, mask=mask) * s, mask=mask)


def forward(x, s):
    out = torch.empty_like(x)
    kernel[(triton.cdiv(x.numel(), 256),)](x, out, s, x.numel(), BLOCK=256)
    return out
