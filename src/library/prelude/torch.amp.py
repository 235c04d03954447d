# torch.amp: arithmetic stays in the tensors' own types.
from torch import autocast


def custom_fwd(fwd=None, *, device_type=None, cast_inputs=None):
    return fwd if fwd is not None else (lambda function: function)


def custom_bwd(bwd=None, *, device_type=None):
    return bwd if bwd is not None else (lambda function: function)


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
