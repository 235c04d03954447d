"""Sum of absolute values of rows."""
import torch

ROWS = 16384
COLUMNS = 1024


class Model(torch.nn.Module):
    def forward(self, x):
        return x.abs().sum(dim=-1)


def get_inputs():
    return [torch.randn(ROWS, COLUMNS)]


def get_init_inputs():
    return []
