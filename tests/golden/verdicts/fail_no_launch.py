# RUN: tilewright check %s --task task.py
import torch
import triton
import triton.language as tl


def forward(x):
    return torch.zeros_like(x)
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
#| fail_no_launch.py: no_kernel: no kernel was launched
#| error: no kernel was launched [no-kernel]
#|   0 of 4 trials passed
# EXPECT exit 1
