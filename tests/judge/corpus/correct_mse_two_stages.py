# task: mse
# expect: correct
import torch
import triton
import triton.language as tl


@triton.jit
def partial_kernel(p_ptr, t_ptr, partial_ptr, n, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    d = tl.load(p_ptr + offsets, mask=mask, other=0.0) - tl.load(t_ptr + offsets, mask=mask, other=0.0)
    tl.store(partial_ptr + pid, tl.sum(d * d, axis=0))


@triton.jit
def final_kernel(partial_ptr, out_ptr, count, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    total = tl.sum(tl.load(partial_ptr + offsets, mask=offsets < count, other=0.0), axis=0)
    tl.store(out_ptr, total / n)


def forward(predictions, targets):
    n = predictions.numel()
    count = triton.cdiv(n, 1024)
    partial = torch.empty((count,), device=predictions.device, dtype=torch.float32)
    out = torch.empty((), device=predictions.device, dtype=torch.float32)
    partial_kernel[(count,)](predictions, targets, partial, n, BLOCK=1024)
    final_kernel[(1,)](partial, out, count, n, BLOCK=triton.next_power_of_2(count))
    return out
