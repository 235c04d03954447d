import triton
import triton.language as tl


@triton.jit
def clamp(x, low, high):
    return tl.minimum(tl.maximum(x, low), high)
