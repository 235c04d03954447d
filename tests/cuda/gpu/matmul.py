import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, a, b):
        return a @ b


m = 2048
n = 2048
k = 2048


def get_inputs():
    return [torch.randn(m, k), torch.randn(k, n)]


def get_init_inputs():
    return []
