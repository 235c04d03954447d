# task: two_outputs
# expect: correct
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, a_ptr, b_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    tl.store(a_ptr + offsets, x * 2, mask=mask)
    tl.store(b_ptr + offsets, x + 1, mask=mask)


def forward(x):
    a, b = torch.empty_like(x), torch.empty_like(x)
    kernel[(triton.cdiv(x.numel(), 1024),)](x, a, b, x.numel(), BLOCK=1024)
    return a, b
