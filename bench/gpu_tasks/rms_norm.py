"""RMSNorm of rows."""
import torch

ROWS = 8192
COLUMNS = 4096


class Model(torch.nn.Module):
    def forward(self, x):
        return x * torch.rsqrt((x * x).mean(dim=-1, keepdim=True) + 1e-6)


def get_inputs():
    return [torch.randn(ROWS, COLUMNS)]


def get_init_inputs():
    return []
