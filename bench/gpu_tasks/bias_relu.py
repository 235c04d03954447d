"""A bias of columns and ReLU."""
import torch

ROWS = 4096
COLUMNS = 4096


class Model(torch.nn.Module):
    def forward(self, x, b):
        return torch.relu(x + b)


def get_inputs():
    return [torch.randn(ROWS, COLUMNS), torch.randn(COLUMNS)]


def get_init_inputs():
    return []
