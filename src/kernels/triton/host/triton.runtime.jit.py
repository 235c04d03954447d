# triton.runtime.jit
import functools

from triton._host import JITFunction


def jit(fn=None, **options):
    import triton
    return triton.jit(fn, **options) if fn is not None else triton.jit(**options)


class KernelInterface:
    """The base of a kernel written as a class with a method run."""

    def warmup(self, *args, grid, **kwargs):
        return self.run(*args, grid=grid, warmup=True, **kwargs)

    def run(self, *args, grid, warmup, **kwargs):
        raise NotImplementedError('run not implemented')

    def __getitem__(self, grid):
        return functools.partial(self.run, grid=grid, warmup=False)


class TensorWrapper:
    def __init__(self, base, dtype):
        self.base, self.dtype, self.data, self.device = base, dtype, base.data, base.device
        self.shape = base.shape

    def data_ptr(self):
        return self.base.data_ptr()

    def stride(self, *args):
        return self.base.stride(*args)


class MockTensor:
    def __init__(self, dtype, shape=None):
        self.dtype, self.shape = dtype, shape

    @staticmethod
    def wrap_dtype(arg):
        return arg


def reinterpret(tensor, dtype):
    import triton
    return triton.reinterpret(tensor, dtype)
