# task: mse
# expect: nondeterministic
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(p_ptr, t_ptr, out_ptr, last_ptr, n, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    d = tl.load(p_ptr + offsets, mask=mask, other=0.0) - tl.load(t_ptr + offsets, mask=mask, other=0.0)
    before = tl.atomic_add(last_ptr, 1)
    scale = tl.where(before == pid, 1.0, 2.0)
    tl.atomic_add(out_ptr, scale * tl.sum(d * d, axis=0) / n)


def forward(predictions, targets):
    n = predictions.numel()
    out = torch.zeros((), device=predictions.device, dtype=torch.float32)
    last = torch.zeros((1,), device=predictions.device, dtype=torch.int32)
    kernel[(triton.cdiv(n, 1024),)](predictions, targets, out, last, n, BLOCK=1024)
    return out
