import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)

    def forward(self, x):
        return self.norm(x)


rows = 1024
dim = 2048


def get_inputs():
    return [torch.randn(rows, dim)]


def get_init_inputs():
    return [dim]
