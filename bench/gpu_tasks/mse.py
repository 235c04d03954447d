"""Mean squared error."""
import torch

ROWS = 4096
COLUMNS = 4096


class Model(torch.nn.Module):
    def forward(self, x, y):
        return torch.nn.functional.mse_loss(x, y)


def get_inputs():
    return [torch.randn(ROWS, COLUMNS), torch.randn(ROWS, COLUMNS)]


def get_init_inputs():
    return []
