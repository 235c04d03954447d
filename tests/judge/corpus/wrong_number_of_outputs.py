# task: two_outputs
# expect: wrong_shape
# message: one tensor
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, a_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(a_ptr + offsets, tl.load(x_ptr + offsets, mask=mask) * 2, mask=mask)


def forward(x):
    a = torch.empty_like(x)
    kernel[(triton.cdiv(x.numel(), 1024),)](x, a, x.numel(), BLOCK=1024)
    return a
