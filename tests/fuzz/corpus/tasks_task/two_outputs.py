import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return x * 2, x + 1


size = 65536


def get_inputs():
    return [torch.randn(size)]


def get_init_inputs():
    return []
