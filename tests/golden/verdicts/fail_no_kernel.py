# RUN: tilewright check %s --task task.py
import torch
import triton
import triton.language as tl


def forward(x):
    return torch.relu(x) * 2.5
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
#| fail_no_kernel.py: no_kernel: host code computes with aten::relu; the work must be done in a kernel
#| fail_no_kernel.py:8:12: error: host code computes with aten::relu; the work must be done in a kernel [host-compute]
#|       return torch.relu(x) * 2.5
#|              ^~~~~~~~~~~~~
#| note: 2 such operations in this call
#|   0 of 4 trials passed
# EXPECT exit 1
