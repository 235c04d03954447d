import triton
import triton.language as tl
from nowhere_helpers.versions import Version, is_slow
from triton.language.extra import libdevice

if Version(triton.__version__) < Version("3.0.0"):
    tanh = tl.math.tanh
else:
    tanh = libdevice.tanh
if is_slow():
    tanh = None


@triton.jit
def tanh_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out_ptr + i, tanh(tl.load(x_ptr + i)))
