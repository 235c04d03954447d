# task: row_softmax_large
# expect: compile_error
# message: rows of more than 32768
"""Host code that refuses the task's sizes, not the trials'."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    cols = tl.arange(0, BLOCK)
    row = tl.program_id(0)
    x = tl.load(x_ptr + row * n + cols, mask=cols < n, other=-float("inf"))
    x = tl.exp(x - tl.max(x, axis=0))
    tl.store(out_ptr + row * n + cols, x / tl.sum(x, axis=0), mask=cols < n)


def forward(x):
    out = torch.empty_like(x)
    rows, n = x.shape
    if n > 32768:
        raise ValueError("rows of more than 32768 are not supported")
    kernel[(rows,)](x, out, n, BLOCK=triton.next_power_of_2(n))
    return out
