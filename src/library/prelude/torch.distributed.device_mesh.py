# torch.distributed.device_mesh
from torch import _C


class DeviceMesh:
    def __init__(self, *arguments, **keywords):
        _C.unsupported("torch.distributed.device_mesh.DeviceMesh")


def init_device_mesh(*arguments, **keywords):
    _C.unsupported("torch.distributed.device_mesh.init_device_mesh")
