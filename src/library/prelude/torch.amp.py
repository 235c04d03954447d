# torch.amp: arithmetic stays in the tensors' own types.
from torch import autocast


def custom_fwd(fwd=None, *, device_type=None, cast_inputs=None):
    return fwd if fwd is not None else (lambda function: function)


def custom_bwd(bwd=None, *, device_type=None):
    return bwd if bwd is not None else (lambda function: function)


class GradScaler:
    def __init__(self, device="cuda", enabled=True, **keywords):
        pass

    def scale(self, outputs):
        return outputs
