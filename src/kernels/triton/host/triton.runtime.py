# triton.runtime
import triton._autotuner
from triton._host import Autotuner, Config, Heuristics, JITFunction
from triton.errors import InterpreterError, OutOfResources
from triton.runtime import jit
from triton.runtime.jit import KernelInterface, MockTensor, TensorWrapper, reinterpret
from triton.runtime.driver import driver
from triton.runtime import cache


def autotune(*arguments, **keywords):
    import triton
    return triton.autotune(*arguments, **keywords)


def heuristics(values):
    import triton
    return triton.heuristics(values)
