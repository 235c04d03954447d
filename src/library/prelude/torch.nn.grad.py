# torch.nn.grad: gradients of convolutions by their input and by their weight.
import torch
from torch.nn import functional as F


def _gradient(function, size, of_input, other, grad_output, options):
    other = other.detach()
    with torch.enable_grad():
        unknown = torch.zeros(size, dtype=other.dtype, device=other.device, requires_grad=True)
        output = function(unknown, other, None, *options) if of_input else function(other, unknown, None, *options)
        return torch.autograd.grad(output, unknown, grad_output)[0]


def conv1d_input(input_size, weight, grad_output, stride=1, padding=0, dilation=1, groups=1):
    return _gradient(F.conv1d, input_size, True, weight, grad_output, (stride, padding, dilation, groups))


def conv1d_weight(input, weight_size, grad_output, stride=1, padding=0, dilation=1, groups=1):
    return _gradient(F.conv1d, weight_size, False, input, grad_output, (stride, padding, dilation, groups))


def conv2d_input(input_size, weight, grad_output, stride=1, padding=0, dilation=1, groups=1):
    return _gradient(F.conv2d, input_size, True, weight, grad_output, (stride, padding, dilation, groups))


def conv2d_weight(input, weight_size, grad_output, stride=1, padding=0, dilation=1, groups=1):
    return _gradient(F.conv2d, weight_size, False, input, grad_output, (stride, padding, dilation, groups))


def conv3d_input(input_size, weight, grad_output, stride=1, padding=0, dilation=1, groups=1):
    return _gradient(F.conv3d, input_size, True, weight, grad_output, (stride, padding, dilation, groups))


def conv3d_weight(input, weight_size, grad_output, stride=1, padding=0, dilation=1, groups=1):
    return _gradient(F.conv3d, weight_size, False, input, grad_output, (stride, padding, dilation, groups))
