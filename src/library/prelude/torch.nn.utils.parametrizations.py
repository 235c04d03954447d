# torch.nn.utils.parametrizations: weights by their length and direction, of norm one, orthogonal.
import torch
from torch.nn.modules.module import Module
from torch.nn.utils import parametrize
from torch.nn.utils.weight_norm import _norm


class _WeightNorm(Module):
    def __init__(self, dim=0):
        super().__init__()
        self.dim = dim

    def forward(self, weight_g, weight_v):
        return weight_v * (weight_g / _norm(weight_v, self.dim))

    def right_inverse(self, weight):
        return _norm(weight, self.dim), weight


def weight_norm(module, name="weight", dim=0):
    parametrize.register_parametrization(module, name, _WeightNorm(dim))
    return module


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    torch._C.unsupported("torch.nn.utils.parametrizations.spectral_norm")


def orthogonal(module, name="weight", orthogonal_map=None, *, use_trivialization=True):
    torch._C.unsupported("torch.nn.utils.parametrizations.orthogonal")
