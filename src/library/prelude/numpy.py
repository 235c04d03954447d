# numpy: the scalar functions and constants that task files use; arrays are tensors' business here.
import math

import torch

pi = math.pi
e = math.e
inf = math.inf
nan = math.nan
newaxis = None
float16 = torch.float16
float32 = torch.float32
float64 = torch.float64
int8 = torch.int8
int16 = torch.int16
int32 = torch.int32
int64 = torch.int64
uint8 = torch.uint8


def sqrt(x):
    return torch.sqrt(x) if torch.is_tensor(x) else math.sqrt(x)


def exp(x):
    return torch.exp(x) if torch.is_tensor(x) else math.exp(x)


def log(x):
    return torch.log(x) if torch.is_tensor(x) else math.log(x)


def log2(x):
    return torch.log2(x) if torch.is_tensor(x) else math.log2(x)


def log10(x):
    return torch.log10(x) if torch.is_tensor(x) else math.log10(x)


def ceil(x):
    return torch.ceil(x) if torch.is_tensor(x) else float(math.ceil(x))


def floor(x):
    return torch.floor(x) if torch.is_tensor(x) else float(math.floor(x))


def prod(values):
    return torch.prod(values) if torch.is_tensor(values) else math.prod(values)


def array(data, dtype=None):
    return torch.tensor(data, dtype=dtype)
