# scipy.special: the functions that references of kernels call.
import numpy as np
import torch


def softmax(x, axis=None):
    values = np.asarray(x)._tensor
    if axis is None:
        return np._wrap(torch.softmax(values.reshape(-1), 0).reshape(values.shape))
    return np._wrap(torch.softmax(values, axis))


def log_softmax(x, axis=None):
    values = np.asarray(x)._tensor
    if axis is None:
        return np._wrap(torch.log_softmax(values.reshape(-1), 0).reshape(values.shape))
    return np._wrap(torch.log_softmax(values, axis))


def logsumexp(a, axis=None, keepdims=False):
    values = np.asarray(a)._tensor
    return np._result(torch.logsumexp(values, tuple(range(values.dim())) if axis is None else axis, keepdim=keepdims))


def _of_each(name):
    return lambda x: np._result(getattr(torch, name)(np.asarray(x)._tensor))


expit, erf, erfc, erfinv, gammaln = _of_each("sigmoid"), _of_each("erf"), _of_each("erfc"), _of_each("erfinv"), _of_each("lgamma")
