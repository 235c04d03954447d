# RUN: tilewright check %s --task task.py
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    while n > 0:
        x += 1.0


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
#| fail_endless_kernel.py: timeout: this loop never ends: its test stays true in program (0, 0, 0)
#| fail_endless_kernel.py:12:11: error: this loop never ends: its test stays true in program (0, 0, 0) [fuel-exhausted]
#|       while n > 0:
#|             ^~~~~
#| note: a turn changes nothing that this comes from: does the loop lack a step?
#| note: in program (0, 0, 0) of kernel 'scale_kernel', grid (4, 1, 1)
#| fail_endless_kernel.py:19:5: note: launched here
#|       scale_kernel[(triton.cdiv(n, 1024),)](x, out, n, BLOCK=1024)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#|   0 of 4 trials passed
# EXPECT exit 1
