# task: row_softmax_large
# expect: compile_error
# message: at the task's sizes, batch_size = 64, dim = 65536
"""Rows of 65,536 elements, 32 at a time, are more than a block may have; the shrunk rows of the trials are not."""
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, n, num_rows, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]
    cols = tl.arange(0, BLOCK)[None, :]
    mask = (row < num_rows) & (cols < n)
    x = tl.load(x_ptr + row * n + cols, mask=mask, other=-float("inf"))
    x = tl.exp(x - tl.max(x, axis=1, keep_dims=True))
    tl.store(out_ptr + row * n + cols, x / tl.sum(x, axis=1, keep_dims=True), mask=mask)


def forward(x):
    out = torch.empty_like(x)
    rows, n = x.shape
    kernel[(triton.cdiv(rows, 32),)](x, out, n, rows, ROWS=32, BLOCK=triton.next_power_of_2(n))
    return out
