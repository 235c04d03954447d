import triton
import triton.language as tl


@triton.jit
def later(a, i, b, j):
    return tl.maximum(a, b), tl.where(b >= a, j, i)


@triton.jit
def scan_kernel(x_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    value, index = tl.associative_scan((tl.load(x_ptr + n), 64), 0, later)
    tl.store(out_ptr + n, value + index)


@triton.jit
def reduce_kernel(x_ptr, out_ptr, N: tl.constexpr):
    value, index = tl.reduce((tl.load(x_ptr + tl.arange(0, N)), 64), 0, later)
    tl.store(out_ptr, value + index)
