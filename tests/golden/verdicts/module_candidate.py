# RUN: tilewright check %s --task task.py
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, tl.maximum(x, 0.0) * 2.5, mask=mask)


def run(x):
    out = torch.empty_like(x)
    n = x.numel()
    scale_kernel[(triton.cdiv(n, 1024),)](x, out, n, BLOCK=1024)
    return out


class ModelNew(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.bias = torch.nn.Parameter(torch.zeros(width))

    def forward(self, x):
        return run(x)
# --- task.py
import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(width))

    def forward(self, x):
        return torch.relu(x) * 2.5


def get_inputs():
    return [torch.randn(48, 65)]


def get_init_inputs():
    return [65]
# EXPECT stdout
#| module_candidate.py: correct: correct in 4 trials, largest error 0.005 of the tolerance, estimated 3.41 us on h100 (launch)
#|   time: estimated 3.41 us on h100, limited by launch, 1 launch
