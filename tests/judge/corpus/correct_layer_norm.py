# task: layer_norm
# expect: correct
import torch
import triton
import triton.language as tl


@triton.jit
def norm_kernel(x_ptr, w_ptr, b_ptr, out_ptr, columns, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    x = tl.load(x_ptr + row * columns + offsets, mask=mask, other=0.0)
    mean = tl.sum(x, axis=0) / columns
    d = tl.where(mask, x - mean, 0.0)
    rstd = 1.0 / tl.sqrt(tl.sum(d * d, axis=0) / columns + eps)
    w = tl.load(w_ptr + offsets, mask=mask)
    b = tl.load(b_ptr + offsets, mask=mask)
    tl.store(out_ptr + row * columns + offsets, d * rstd * w + b, mask=mask)


def forward(x, weight, bias):
    rows, columns = x.shape
    out = torch.empty_like(x)
    norm_kernel[(rows,)](x, weight, bias, out, columns, 1e-5, BLOCK=triton.next_power_of_2(columns))
    return out
