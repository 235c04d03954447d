# RUN: tilewright check %s --task task.py
import nki.language as nl
import torch


def forward(x):
    return torch.softmax(x, dim=-1)
# --- task.py
import torch
import torch.nn as nn

M = 256
N = 512

class Model(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x):
        return torch.softmax(x, dim=-1)

def get_inputs():
    return [torch.randn(M, N)]

def get_init_inputs():
    return []
# EXPECT stdout
#| fail_check_host_compute.py: no_kernel: host code computes with aten::softmax.int; the work must be done in a kernel
#| fail_check_host_compute.py:7:12: error: host code computes with aten::softmax.int; the work must be done in a kernel [host-compute]
#|       return torch.softmax(x, dim=-1)
#|              ^~~~~~~~~~~~~~~~~~~~~~~~
#|   0 of 7 trials passed
# EXPECT exit 1
