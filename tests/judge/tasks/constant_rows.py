import torch
import torch.nn as nn

# Most rows become constant: what is left when their mean is taken off is exactly zero here, and rounding elsewhere.
ROWS = 64
COLUMNS = 4096


class Model(nn.Module):
    def forward(self, x):
        y = torch.clamp(x, min=0.83)
        return (y - y.mean(dim=-1, keepdim=True)) / torch.sqrt(y.var(dim=-1, keepdim=True, unbiased=False) + 6e-5)


def get_inputs():
    return [torch.rand(ROWS, COLUMNS) - 0.5]


def get_init_inputs():
    return []
