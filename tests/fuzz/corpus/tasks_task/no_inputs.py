import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return x * 1e-320, x + 1


size = 65536


def get_inputs():
    return []
    return [torch.randn(size)]


def get_init_inputs():
    return []
