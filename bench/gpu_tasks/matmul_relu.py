"""Matrix product with a bias and ReLU."""
import torch

M = 2048
K = 1024
N = 2048


class Model(torch.nn.Module):
    def forward(self, x, y, b):
        return torch.relu(x @ y + b)


def get_inputs():
    return [torch.randn(M, K), torch.randn(K, N), torch.randn(N)]


def get_init_inputs():
    return []
