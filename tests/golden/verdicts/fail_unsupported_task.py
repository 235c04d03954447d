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


def forward(x):
    out = torch.empty_like(x)
    n = x.numel()
    scale_kernel[(triton.cdiv(n, 1024),)](x, out, n, BLOCK=1024)
    return out
# --- task.py
import torch
import torch.nn as nn
import asyncio


class Model(nn.Module):
    def forward(self, x):
        return torch.relu(x) * 2.5


def get_inputs():
    return [torch.randn(48, 65)]


def get_init_inputs():
    return []
# EXPECT stdout
#| fail_unsupported_task.py: unsupported: the task cannot be used: module 'asyncio' is not supported
#| task.py:3:1: error: module 'asyncio' is not supported [unsupported]
#|   import asyncio
#|   ^~~~~~~~~~~~~~
#|   0 of 0 trials passed
# EXPECT exit 3
