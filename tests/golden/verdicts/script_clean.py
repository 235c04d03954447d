# RUN: tilewright check %s 
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, tl.maximum(x, 0.0) * 2.5, mask=mask)


def forward(x):
    out = torch.empty_like(x)
    n = x.numel()
    scale_kernel[(triton.cdiv(n, 1024),)](x, out, n, BLOCK=1024)
    return out

x = torch.arange(100.0, device="cuda") - 50
assert torch.equal(forward(x), torch.relu(x) * 2.5)
# EXPECT stdout
#| script_clean.py: clean: ran without faults, 1 launches
#|   time: estimated 3.4 us on h100, limited by launch, 1 launch
