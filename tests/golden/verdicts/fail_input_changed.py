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
    scale_kernel[(triton.cdiv(n, 1024),)](x, x, n, BLOCK=1024)
    return x
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
#| fail_input_changed.py: exploit: store to 'out_ptr', which must not be written
#| fail_input_changed.py:12:5: error: store to 'out_ptr', which must not be written [input-mutated]
#|       tl.store(out_ptr + offsets, tl.maximum(x, 0.0) * 2.5, mask=mask)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: inputs and weights are shared with the reference; write to a new tensor
#| note: in program (0, 0, 0) of kernel 'scale_kernel', grid (4, 1, 1)
#| fail_input_changed.py:18:5: note: launched here
#|       scale_kernel[(triton.cdiv(n, 1024),)](x, x, n, BLOCK=1024)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#|   0 of 4 trials passed
# EXPECT exit 1
