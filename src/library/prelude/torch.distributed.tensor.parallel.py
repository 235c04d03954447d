# torch.distributed.tensor.parallel: styles that programs derive their own from.
from torch import _C


class ParallelStyle:
    pass


class _Style(ParallelStyle):
    def __init__(self, *arguments, **keywords):
        _C.unsupported("torch.distributed.tensor.parallel." + type(self).__name__)


class ColwiseParallel(_Style):
    pass


class RowwiseParallel(_Style):
    pass


class SequenceParallel(_Style):
    pass


class PrepareModuleInput(_Style):
    pass


class PrepareModuleOutput(_Style):
    pass


def parallelize_module(*arguments, **keywords):
    _C.unsupported("torch.distributed.tensor.parallel.parallelize_module")
