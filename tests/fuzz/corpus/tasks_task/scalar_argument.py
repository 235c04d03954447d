import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x, s):
        return x * s


M = 1024
N = 512


def get_inputs():
    return [torch.rand(M, N), 3.14]


def get_init_inputs():
    return []
