"""A residual added, scaled and cut."""
import torch

ROWS = 4096
COLUMNS = 4096


class Model(torch.nn.Module):
    def forward(self, x, y):
        return torch.clamp(x + 0.5 * y, -2.0, 2.0)


def get_inputs():
    return [torch.randn(ROWS, COLUMNS), torch.randn(ROWS, COLUMNS)]


def get_init_inputs():
    return []
