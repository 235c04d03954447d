import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x, y):
        return x + y


size = 262144


def get_inputs():
    return [torch.rand(size), torch.rand(size)]


def get_init_inputs():
    return []
