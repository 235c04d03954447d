# RUN: tilewright check %s --task task.py
import torch
import triton
import triton.language as tl


def run(x):
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
#| fail_no_entry.py: compile_error: a candidate defines `def forward(...)` or `class ModelNew(nn.Module)`, and this file defines neither
#| error: a candidate defines `def forward(...)` or `class ModelNew(nn.Module)`, and this file defines neither [bad-candidate]
#|   0 of 4 trials passed
# EXPECT exit 1
