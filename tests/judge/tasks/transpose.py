import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return x.t().contiguous()


rows = 512
columns = 256


def get_inputs():
    return [torch.randn(rows, columns)]


def get_init_inputs():
    return []
