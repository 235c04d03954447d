# RUN: tilewright check %s --task task.py
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, tl.maximum(x, 0.0) * 2.0, mask=mask)


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
#| fail_wrong_values.py: wrong_values: output[26, 3] is 6.33619, expected 7.92024: 1516 of 3120 elements are outside the tolerance (given inputs, shape (48, 65))
#| error: output[26, 3] is 6.33619, expected 7.92024: 1516 of 3120 elements are outside the tolerance (given inputs, shape (48, 65)) [wrong-values]
#|   around output[26, 3], given inputs, written sizes:
#|     expected            0      2.32047            0      7.92024      3.35903            0            0            0
#|     actual              0      1.85637            0      6.33619      2.68722            0            0            0
#|   largest error: 1.81e+04 times the tolerance
#|   0 of 4 trials passed
# EXPECT exit 1
