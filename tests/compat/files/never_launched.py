import triton
import triton.language as tl


@triton.autotune(configs=[triton.Config({"BLOCK": 64})], key=["n"])
@triton.jit
def gather_kernel(X, indices, Y, stride, n, scale, HAS_SCALE: tl.constexpr, MODE: tl.constexpr, BLOCK: tl.constexpr):
    columns = tl.arange(0, BLOCK)
    row = tl.load(indices + tl.program_id(0))
    source = X + row * stride
    values = tl.load(source + columns, mask=columns < n, other=0.0)
    if HAS_SCALE:
        values = values * scale
    if MODE == "relu":
        values = tl.maximum(values, 0.0)
    tl.store(Y + tl.program_id(0) * stride + columns, values, mask=columns < n)


@triton.jit
def mistaken_kernel(x_ptr, n: tl.constexpr):
    tl.store(x_ptr + tl.arange(0, n), tl.tanhh(1.0))
