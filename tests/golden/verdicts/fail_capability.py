# RUN: tilewright check %s --task task.py
import torch
import triton
import triton.language as tl


import os

def forward(x):
    open('/etc/passwd').read()
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
#| fail_capability.py: exploit: open('/etc/passwd'): this script may not read files
#| fail_capability.py:10:5: error: open('/etc/passwd'): this script may not read files [capability-denied]
#|       open('/etc/passwd').read()
#|       ^~~~~~~~~~~~~~~~~~~
#|   0 of 4 trials passed
# EXPECT exit 1
