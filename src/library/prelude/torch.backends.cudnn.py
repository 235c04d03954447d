# torch.backends.cudnn: switches.
import torch
from torch.backends import _Nothing

enabled, benchmark, deterministic, allow_tf32 = True, False, False, True
benchmark_limit, fp32_precision = 10, "none"


def is_available():
    return torch.cuda.is_available()


def version():
    return 91002 if is_available() else None


def is_acceptable(tensor):
    return tensor.is_cuda


def flags(enabled=False, benchmark=False, benchmark_limit=10, deterministic=False, allow_tf32=True, **others):
    return _Nothing()


def set_flags(_enabled=None, _benchmark=None, _benchmark_limit=None, _deterministic=None, _allow_tf32=None, **others):
    global enabled, benchmark, benchmark_limit, deterministic, allow_tf32
    before = (enabled, benchmark, benchmark_limit, deterministic, allow_tf32)
    given = (_enabled, _benchmark, _benchmark_limit, _deterministic, _allow_tf32)
    enabled, benchmark, benchmark_limit, deterministic, allow_tf32 = (
        old if new is None else new for old, new in zip(before, given)
    )
    return before
