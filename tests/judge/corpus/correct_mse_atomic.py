# task: mse
# expect: correct
import torch
import triton
import triton.language as tl


@triton.jit
def mse_kernel(p_ptr, t_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    d = tl.load(p_ptr + offsets, mask=mask, other=0.0) - tl.load(t_ptr + offsets, mask=mask, other=0.0)
    tl.atomic_add(out_ptr, tl.sum(d * d, axis=0) / n)


def forward(predictions, targets):
    n = predictions.numel()
    out = torch.zeros((), device=predictions.device, dtype=torch.float32)
    mse_kernel[(triton.cdiv(n, 1024),)](predictions, targets, out, n, BLOCK=1024)
    return out
