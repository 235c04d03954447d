# task: row_sum
# expect: wrong_shape
# message: has shape
import torch
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x_ptr, out_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + offsets, mask=offsets < columns, other=0.0)
    tl.store(out_ptr + row, tl.sum(x, axis=0))


def forward(x):
    rows, columns = x.shape
    out = torch.empty((rows, 1), device=x.device, dtype=x.dtype)
    sum_kernel[(rows,)](x, out, columns, BLOCK=triton.next_power_of_2(columns))
    return out
