# triton.compiler: kernels are compiled by launches; these names serve annotations and except clauses.
from triton import _host
from triton.backends.compiler import GPUTarget
from triton.errors import CompilationError

CompiledKernel = _host.CompiledKernel


class ASTSource:
    def __init__(self, fn, signature=None, constexprs=None, attrs=None, **options):
        self.fn, self.signature, self.constants, self.attrs = fn, signature, constexprs, attrs


class IRSource:
    def __init__(self, path, *arguments):
        self.path = path


def compile(src, target=None, options=None, **keywords):
    raise NotImplementedError('triton.compile: kernels are compiled when they are launched; use kernel[grid](...)')
