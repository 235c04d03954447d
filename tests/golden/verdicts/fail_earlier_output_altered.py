# RUN: tilewright check %s --task task.py
# Right when it is returned, spoilt by the next call.
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


earlier = []


def forward(x):
    out = scaled(x, torch.empty_like(x))
    earlier.append(out)
    for each in earlier[:-1]:
        each.zero_()
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
#| fail_earlier_output_altered.py: wrong_values: the call with negative inputs, written sizes altered what an earlier call had returned (output, the call with given inputs, written sizes)
#| error: the call with negative inputs, written sizes altered what an earlier call had returned (output, the call with given inputs, written sizes) [wrong-values]
#|   1 of 4 trials passed
# EXPECT exit 1
