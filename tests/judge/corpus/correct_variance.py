# task: variance
# expect: correct
import torch
import triton
import triton.language as tl


@triton.jit
def var_kernel(x_ptr, out_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    x = tl.load(x_ptr + row * columns + offsets, mask=mask, other=0.0)
    mean = tl.sum(x, axis=0) / columns
    d = tl.where(mask, x - mean, 0.0)
    tl.store(out_ptr + row, tl.sum(d * d, axis=0) / columns)


def forward(x):
    rows, columns = x.shape
    out = torch.empty((rows,), device=x.device, dtype=x.dtype)
    var_kernel[(rows,)](x, out, columns, BLOCK=triton.next_power_of_2(columns))
    return out
