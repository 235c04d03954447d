import torch
import torch.nn as nn
import torch.nn.functional as F

M, K, N = 64, 128, 32
SHAPES = [{"M": 3, "K": 5, "N": 7}, {"N": 1}]
DISTRIBUTIONS = ["normal", "large"]
TOLERANCE = 1e-3

class Model(nn.Module):
    def __init__(self):
        super(Model, self).__init__()

    def forward(self, a: torch.Tensor, b: torch.Tensor, alpha=0.5) -> torch.Tensor:
        c = torch.matmul(a, b.T)
        c = F.gelu(c, approximate="tanh").clamp(min=-1.0, max=alpha)
        return c.transpose(0, 1).contiguous().cumsum(dim=0)

def get_inputs():
    return [torch.randn(M, K), torch.randn(N, K)]

def get_init_inputs():
    return []
