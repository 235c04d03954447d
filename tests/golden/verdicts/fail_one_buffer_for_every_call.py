# RUN: tilewright check %s --task task.py
# A cached output: what the call before returned is overwritten.
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, tl.maximum(x, 0.0) * 2.5, mask=mask)


def scaled(x, out):
    n = x.numel()
    scale_kernel[(triton.cdiv(n, 1024),)](x, out, n, BLOCK=1024)
    return out


buffers = {}


def forward(x):
    if x.shape not in buffers:
        buffers[x.shape] = torch.empty_like(x)
    return scaled(x, buffers[x.shape])
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
#| fail_one_buffer_for_every_call.py: wrong_values: output of the call with negative inputs, written sizes is in the memory that an earlier call returned (output, the call with given inputs, written sizes): each call must return memory of its own
#| error: output of the call with negative inputs, written sizes is in the memory that an earlier call returned (output, the call with given inputs, written sizes): each call must return memory of its own [wrong-values]
#|   1 of 4 trials passed
# EXPECT exit 1
