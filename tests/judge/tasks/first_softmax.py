import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return torch.softmax(x[:, 0, :], dim=-1)


batch = 64
length = 32
columns = 32


def get_inputs():
    return [torch.randn(batch, length, columns)]


def get_init_inputs():
    return []
