# torch.ops: operators registered by torch.library, and PyTorch's own under aten.
import torch
from torch import _C


class _Overload:
    """torch.ops.aten.add.Tensor: the overloads are chosen by the arguments."""

    def __init__(self, function):
        self._function = function

    def __call__(self, *arguments, **keywords):
        return self._function(*arguments, **keywords)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self


class _Namespace:
    def __init__(self, name):
        self.__dict__.update(_name=name, _operators={})

    def __getattr__(self, name):
        if name in self._operators:
            return self._operators[name]
        if self._name == "aten" and not name.startswith("__"):
            found = getattr(torch, name, None)
            if found is None:
                found = getattr(_C, name, None)
            if found is not None:
                return _Overload(found)
            _C.missing_operator(name)
        raise AttributeError(f"'_OpNamespace' '{self._name}' object has no attribute '{name}'")


def _reinterpret_tensor(tensor, size, stride, offset_increment=0):
    return torch.as_strided(tensor, size, stride, tensor.storage_offset() + offset_increment)


def _is_non_overlapping_and_dense(tensor):
    expected = 1
    for stride, size in sorted((stride, size) for size, stride in zip(tensor.shape, tensor.stride()) if size != 1):
        if stride != expected:
            return tensor.numel() == 0
        expected *= size
    return True


_namespaces = {}


def _register(namespace, name, operator):
    _find(namespace)._operators[name] = operator


def _find(namespace):
    if namespace not in _namespaces:
        _namespaces[namespace] = _Namespace(namespace)
    return _namespaces[namespace]


def load_library(path):
    raise OSError(f"{path}: shared libraries cannot be loaded here")


aten = _find("aten")
inductor = _find("inductor")
_register("aten", "is_non_overlapping_and_dense", _is_non_overlapping_and_dense)
_register("inductor", "_reinterpret_tensor", _reinterpret_tensor)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return _find(name)
