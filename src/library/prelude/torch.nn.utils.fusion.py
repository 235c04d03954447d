# torch.nn.utils.fusion: a batch normalisation in evaluation mode becomes part of the layer before it.
import copy

import torch


def _factors(running_mean, running_var, eps, weight, bias):
    weight = torch.ones_like(running_mean) if weight is None else weight
    bias = torch.zeros_like(running_mean) if bias is None else bias
    return weight * torch.rsqrt(running_var + eps), bias


def _fused_bias(bias, running_mean, scale, shift):
    bias = torch.zeros_like(running_mean) if bias is None else bias
    return torch.nn.Parameter((bias - running_mean) * scale + shift)


def fuse_conv_bn_weights(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, transpose=False):
    scale, shift = _factors(bn_rm, bn_rv, bn_eps, bn_w, bn_b)
    shape = ([1, -1] if transpose else [-1, 1]) + [1] * (conv_w.dim() - 2)
    return torch.nn.Parameter(conv_w * scale.reshape(shape)), _fused_bias(conv_b, bn_rm, scale, shift)


def fuse_linear_bn_weights(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b):
    scale, shift = _factors(bn_rm, bn_rv, bn_eps, bn_w, bn_b)
    return torch.nn.Parameter(linear_w * scale.unsqueeze(-1)), _fused_bias(linear_b, bn_rm, scale, shift)


def _fused(layer, bn, fuse, *options):
    if layer.training or bn.training:
        raise AssertionError("Fusion only for eval!")
    fused = copy.deepcopy(layer)
    fused.weight, fused.bias = fuse(
        layer.weight, layer.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias, *options
    )
    return fused


def fuse_conv_bn_eval(conv, bn, transpose=False):
    return _fused(conv, bn, fuse_conv_bn_weights, transpose)


def fuse_linear_bn_eval(linear, bn):
    return _fused(linear, bn, fuse_linear_bn_weights)
