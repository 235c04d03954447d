import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, a, b):
        return a @ b


rows = 4096
columns = 4096
depth = 64


def get_inputs():
    return [torch.randn(rows, depth), torch.randn(depth, columns)]


def get_init_inputs():
    return []
