# numpy.linalg
import numpy as np
import torch


def norm(x, ord=None, axis=None, keepdims=False):
    return np._result(torch.linalg.norm(np._floating(x), ord, axis, keepdims))


def inv(a):
    return np._wrap(torch.linalg.inv(np._floating(a)))


def det(a):
    return np._result(torch.linalg.det(np._floating(a)))


def solve(a, b):
    return np._wrap(torch.linalg.solve(np._floating(a), np._floating(b)))


def matrix_rank(a):
    return np._result(torch.linalg.matrix_rank(np._floating(a)))
