# RUN: tilewright check %s --task task.py
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + tl.arange(0, n))
    tl.store(out_ptr + offsets, tl.maximum(x, 0.0) * 2.5, mask=mask)


def forward(x):
    out = torch.empty_like(x)
    n = x.numel()
    scale_kernel[(triton.cdiv(n, 1024),)](x, out, n, BLOCK=1024)
    return out
# --- task.py
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return torch.relu(x) * 2.5


def get_inputs():
    return [torch.randn(48, 65)]


def get_init_inputs():
    return []
# EXPECT stdout
#| fail_kernel_constexpr.py: compile_error: end of tl.arange must be a constant int (tl.constexpr), not int32
#| fail_kernel_constexpr.py:11:25: error: end of tl.arange must be a constant int (tl.constexpr), not int32 [kernel-constexpr]
#|       x = tl.load(x_ptr + tl.arange(0, n))
#|                           ^~~~~~~~~~~~~~~
#| note: declare the parameter as `NAME: tl.constexpr`; a name assigned inside the kernel is a run-time value unless declared `x: tl.constexpr = ...`
#| fail_kernel_constexpr.py:18:5: note: launched here
#|       scale_kernel[(triton.cdiv(n, 1024),)](x, out, n, BLOCK=1024)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#|   0 of 4 trials passed
# EXPECT exit 1
