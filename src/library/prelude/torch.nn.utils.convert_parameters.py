# torch.nn.utils.convert_parameters: parameters as one vector and back.
import torch


def parameters_to_vector(parameters):
    return torch.cat([parameter.view(-1) for parameter in parameters])


def vector_to_parameters(vec, parameters):
    if not torch.is_tensor(vec):
        raise TypeError(f"expected torch.Tensor, but got: {torch.typename(vec)}")
    at = 0
    for parameter in parameters:
        count = parameter.numel()
        parameter.data = vec[at:at + count].view_as(parameter).data
        at += count
