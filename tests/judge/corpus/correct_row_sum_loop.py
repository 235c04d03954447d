# task: row_sum
# expect: correct
import torch
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x_ptr, out_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, columns, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(x_ptr + row * columns + offsets, mask=offsets < columns, other=0.0)
    tl.store(out_ptr + row, tl.sum(total, axis=0))


def forward(x):
    rows, columns = x.shape
    out = torch.empty((rows,), device=x.device, dtype=x.dtype)
    sum_kernel[(rows,)](x, out, columns, BLOCK=128)
    return out
