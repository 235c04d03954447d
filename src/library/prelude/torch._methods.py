# Methods of tensors that are no functions of torch.
import torch


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
