# triton.runtime.jit
import functools
import inspect

from triton._host import JITFunction


def jit(fn=None, **options):
    import triton
    return triton.jit(fn, **options) if fn is not None else triton.jit(**options)


class KernelParam:
    """A parameter of a kernel, as JITFunction.params lists them."""

    def __init__(self, num, name, is_constexpr, do_not_specialize, default=inspect._empty):
        self.num, self.name, self.is_constexpr, self.default = num, name, is_constexpr, default
        self.do_not_specialize, self.do_not_specialize_on_alignment = do_not_specialize, False
        self.is_const, self.has_default = False, default is not inspect._empty


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
