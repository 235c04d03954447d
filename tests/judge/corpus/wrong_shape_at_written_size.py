# task: row_softmax_large
# expect: wrong_shape
# message: at the task's sizes
"""Right at the trials' sizes; nothing comes back at the task's own."""
import torch
import triton
import triton.language as tl


@triton.jit
def softmax(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    cols = tl.arange(0, BLOCK)
    row = tl.program_id(0)
    x = tl.load(x_ptr + row * n + cols, mask=cols < n, other=-float("inf"))
    x = tl.exp(x - tl.max(x, axis=0))
    tl.store(out_ptr + row * n + cols, x / tl.sum(x, axis=0), mask=cols < n)


@triton.jit
def idle(out_ptr):
    tl.store(out_ptr, 0.0)


def forward(x):
    out = torch.empty_like(x)
    rows, n = x.shape
    if x.numel() > 100000:
        idle[(1,)](out)
        return None
    else:
        softmax[(rows,)](x, out, n, BLOCK=triton.next_power_of_2(n))
    return out
