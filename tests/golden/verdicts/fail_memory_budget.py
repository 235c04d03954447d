# RUN: tilewright check %s --task task.py
import torch
import triton
import triton.language as tl


def forward(x):
    return torch.empty(1 << 40, device=x.device)
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
#| fail_memory_budget.py: out_of_memory: a tensor of 4398046511104 bytes does not fit the memory budget (2147471168 bytes left)
#| fail_memory_budget.py:8:12: error: a tensor of 4398046511104 bytes does not fit the memory budget (2147471168 bytes left) [memory-budget]
#|       return torch.empty(1 << 40, device=x.device)
#|              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#|   0 of 4 trials passed
# EXPECT exit 1
