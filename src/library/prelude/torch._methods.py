# Methods of tensors that are no functions of torch.
import copy

import torch
from torch import _C


def numpy(self, *, force=False):
    import numpy as np

    if not force:
        if self.requires_grad and torch.is_grad_enabled():
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
        if self.device.type != "cpu":
            raise TypeError(
                f"can't convert {self.device} device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host "
                "memory first."
            )
    if self.dtype == torch.bfloat16:
        raise TypeError("Got unsupported ScalarType BFloat16")
    return np._wrap(self.detach().cpu())


def __array__(self, dtype=None):
    return numpy(self) if dtype is None else numpy(self).astype(dtype)


class _Storage:
    """The memory behind a tensor, as far as scripts ask about it."""

    def __init__(self, tensor):
        self._tensor = tensor

    def data_ptr(self):
        return self._tensor.data_ptr() - self._tensor.storage_offset() * self._tensor.element_size()

    def nbytes(self):
        return self.size()

    def size(self):
        last = sum((size - 1) * stride for size, stride in zip(self._tensor.shape, self._tensor.stride()))
        count = self._tensor.storage_offset() + last + 1 if self._tensor.numel() else 0
        return count * self._tensor.element_size()

    def __len__(self):
        return self.size()

    @property
    def device(self):
        return self._tensor.device

    def is_shared(self):
        return False


def untyped_storage(self):
    return _Storage(self)


def storage(self):
    return _Storage(self)


def new(self, *arguments, **keywords):
    if len(arguments) == 1 and isinstance(arguments[0], (list, tuple)) and not isinstance(arguments[0], torch.Size):
        return self.new_tensor(arguments[0])
    sizes = arguments[0] if len(arguments) == 1 and isinstance(arguments[0], torch.Size) else arguments
    return self.new_empty(tuple(sizes))


def apply_(self, function):
    for index in range(self.numel()):
        self.view(-1)[index] = function(self.view(-1)[index].item())
    return self


def map_(self, other, function):
    for index in range(self.numel()):
        self.view(-1)[index] = function(self.view(-1)[index].item(), other.reshape(-1)[index].item())
    return self


def resize_(self, *sizes):
    sizes = sizes[0] if len(sizes) == 1 and isinstance(sizes[0], (list, tuple)) else sizes
    made = self.new_empty(tuple(sizes))
    count = min(made.numel(), self.numel())
    made.view(-1)[:count] = self.reshape(-1)[:count]
    self.data = made
    return self


def share_memory_(self):
    return self


def is_shared(self):
    return False


def record_stream(self, stream):
    pass


def __copy__(self):
    """The same memory in another tensor, which is a leaf."""
    if isinstance(self, torch.nn.Parameter):
        made = torch.nn.Parameter(self.detach(), self.requires_grad)
    else:
        made = self.detach().requires_grad_(self.requires_grad)
    _C.attributes_of(made).update(_C.attributes_of(self))
    return made


def __deepcopy__(self, memo):
    """A leaf with memory of its own; what looked into the same memory before does so among the copies."""
    if not self.is_leaf:
        raise RuntimeError(
            "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.  "
            "If you were attempting to deepcopy a module, this may be because of a torch.nn.utils.weight_norm usage, "
            "see https://github.com/pytorch/pytorch/pull/103001"
        )
    if id(self) in memo:
        return memo[id(self)]
    if isinstance(self, torch.nn.Parameter):
        made = torch.nn.Parameter(self.detach().clone(), self.requires_grad)
        memo[id(self)] = made
        return made
    with torch.no_grad():
        made = _copied_view(self.detach(), memo)
    if isinstance(self, torch.nn.Buffer):
        made = torch.nn.Buffer(made)
    if self.requires_grad:
        made.requires_grad_()
    if self.grad is not None:
        made.grad = __deepcopy__(self.grad.detach(), memo)
    if _C.attributes_of(self):
        _C.attributes_of(made).update(copy.deepcopy(_C.attributes_of(self), memo))
    memo[id(self)] = made
    return made


def _copied_view(tensor, memo):
    memory = _C.whole_storage(tensor) if tensor.numel() and tensor.device.type != "meta" else None
    if memory is None:
        return tensor.clone()
    key = "storage", _C.storage_number(tensor)
    if key not in memo:
        is_whole = memory.numel() == tensor.numel() and tensor.is_contiguous()
        memo[key] = tensor.clone() if is_whole else memory.clone()
        if is_whole:
            return memo[key].detach()
    copied = _C.whole_storage(memo[key])
    if copied.dtype != tensor.dtype:
        copied = copied.view(tensor.dtype)
    return copied.as_strided(tensor.size(), tensor.stride(), tensor.storage_offset()).detach()
