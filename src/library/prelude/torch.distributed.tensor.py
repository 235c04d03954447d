# torch.distributed.tensor: types that programs ask for; no tensor here is spread over devices.
from torch import _C
from torch.distributed.device_mesh import DeviceMesh


class DTensor:
    def __init__(self, *arguments, **keywords):
        _C.unsupported("torch.distributed.tensor.DTensor")

    @staticmethod
    def from_local(*arguments, **keywords):
        _C.unsupported("torch.distributed.tensor.DTensor")


class Placement:
    pass


class Replicate(Placement):
    pass


class Shard(Placement):
    def __init__(self, dim):
        self.dim = dim


class Partial(Placement):
    def __init__(self, reduce_op="sum"):
        self.reduce_op = reduce_op


def distribute_tensor(tensor, device_mesh=None, placements=None, **keywords):
    _C.unsupported("torch.distributed.tensor.distribute_tensor")


def distribute_module(module, *arguments, **keywords):
    _C.unsupported("torch.distributed.tensor.distribute_module")
