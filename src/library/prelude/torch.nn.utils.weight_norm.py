# torch.nn.utils.weight_norm: a weight as its direction and its length, made anew before each forward.
import torch
from torch.nn.parameter import Parameter


def _norm(weight, dim):
    if dim is None:
        return torch.linalg.vector_norm(weight)
    dim %= weight.dim()
    others = [i for i in range(weight.dim()) if i != dim]
    return torch.linalg.vector_norm(weight, dim=others, keepdim=True) if others else weight.abs()


class WeightNorm:
    def __init__(self, name, dim):
        self.name, self.dim = name, dim

    def compute_weight(self, module):
        g, v = getattr(module, self.name + "_g"), getattr(module, self.name + "_v")
        return v * (g / _norm(v, self.dim))

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module))


def weight_norm(module, name="weight", dim=0):
    norm = WeightNorm(name, dim)
    weight = getattr(module, name)
    del module._parameters[name]
    module.register_parameter(name + "_g", Parameter(_norm(weight.data, dim)))
    module.register_parameter(name + "_v", Parameter(weight.data))
    setattr(module, name, norm.compute_weight(module))
    module._weight_norms = getattr(module, "_weight_norms", {})
    module._weight_norms[name] = (norm, module.register_forward_pre_hook(norm))
    return module


def remove_weight_norm(module, name="weight"):
    norms = getattr(module, "_weight_norms", {})
    if name not in norms:
        raise ValueError(f"weight_norm of '{name}' not found in {module}")
    norm, handle = norms.pop(name)
    handle.remove()
    weight = norm.compute_weight(module).detach()
    delattr(module, name)
    del module._parameters[name + "_g"]
    del module._parameters[name + "_v"]
    setattr(module, name, Parameter(weight))
    return module
