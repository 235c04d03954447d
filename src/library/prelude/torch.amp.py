# torch.amp: autocast is torch's; the scale of gradients is 1.
import torch
from torch import autocast


def _cast(value, device_type, dtype):
    if isinstance(value, torch.Tensor):
        is_meant = value.is_floating_point() and value.device.type == device_type and value.dtype != torch.float64
        return value.to(dtype) if is_meant else value
    if isinstance(value, dict):
        return {_cast(k, device_type, dtype): _cast(v, device_type, dtype) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)([_cast(item, device_type, dtype) for item in value])
    return value


def custom_fwd(fwd=None, *, device_type, cast_inputs=None):
    """forward() of a torch.autograd.Function: what autocast was is kept in its context for custom_bwd."""
    if fwd is None:
        return lambda function: custom_fwd(function, device_type=device_type, cast_inputs=cast_inputs)

    def forward(*args, **kwargs):
        context = args[0]
        is_enabled = torch.is_autocast_enabled(device_type)
        context._dtype = torch.get_autocast_dtype(device_type)
        context._fwd_used_autocast = is_enabled and cast_inputs is None
        if not is_enabled or cast_inputs is None:
            return fwd(*args, **kwargs)
        with autocast(device_type, enabled=False):
            return fwd(*_cast(args, device_type, cast_inputs), **_cast(kwargs, device_type, cast_inputs))

    return forward


def custom_bwd(bwd=None, *, device_type):
    if bwd is None:
        return lambda function: custom_bwd(function, device_type=device_type)

    def backward(*args, **kwargs):
        with autocast(device_type, enabled=args[0]._fwd_used_autocast, dtype=args[0]._dtype):
            return bwd(*args, **kwargs)

    return backward


class GradScaler:
    def __init__(self, device="cuda", init_scale=65536.0, enabled=True, **keywords):
        self._enabled = enabled

    def scale(self, outputs):
        return outputs

    def unscale_(self, optimizer):
        pass

    def step(self, optimizer, *arguments, **keywords):
        return optimizer.step(*arguments, **keywords)

    def update(self, new_scale=None):
        pass

    def get_scale(self):
        return 1.0

    def is_enabled(self):
        return self._enabled


def is_autocast_available(device_type):
    return True
