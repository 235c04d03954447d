# task: row_softmax_large
# expect: correct
"""Every store is under a mask that values choose, here one that holds for all inputs of the task (none is 0)."""
import torch
import triton
import triton.language as tl


@triton.jit
def softmax(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    cols = tl.arange(0, BLOCK)
    row = tl.program_id(0)
    x = tl.load(x_ptr + row * n + cols, mask=cols < n, other=-float("inf"))
    y = tl.exp(x - tl.max(x, axis=0))
    y = y / tl.sum(y, axis=0)
    tl.store(out_ptr + row * n + cols, y, mask=(cols < n) & (tl.max(tl.abs(tl.where(cols < n, x, 0.0)), axis=0) > 0.0))
    tl.store(out_ptr + row * n + cols, y, mask=(cols < n) & (tl.max(tl.abs(tl.where(cols < n, x, 0.0)), axis=0) == 0.0) & (n < 60000))


def forward(x):
    out = torch.empty_like(x)
    rows, n = x.shape
    softmax[(rows,)](x, out, n, BLOCK=triton.next_power_of_2(n))
    return out
