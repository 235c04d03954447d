@triton.jit
def softmax(x_ptr, out_ptr, stride, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * stride + c, mask=c < cols, other=-float("inf"))
    x = x - tl.max(x, axis=0)
    e = tl.exp(x)
    tl.store(out_ptr + row * stride + c, e / tl.sum(e, axis=0), mask=c < cols)

@triton.jit
def variance(x_ptr, out_ptr, rows, cols, R: tl.constexpr, C: tl.constexpr):
    r = tl.program_id(0) * R + tl.arange(0, R)
    c = tl.arange(0, C)
    mask = (r[:, None] < rows) & (c[None, :] < cols)
    x = tl.load(x_ptr + r[:, None] * cols + c[None, :], mask=mask, other=0.0)
    mean = tl.sum(x, axis=1) / cols
    d = tl.where(mask, x - mean[:, None], 0.0)
    v = tl.sum(d * d, axis=1) / cols
    w = tl.cumsum(x, axis=1) + tl.argmax(x, axis=1)[:, None]
    tl.store(out_ptr + r[:, None] * cols + c[None, :], w * tl.rsqrt(v + 1e-5)[:, None], mask=mask)

def main(x, y, i, h, out):
    softmax[(8,)](x, out, 32, 30, BLOCK=32)
    variance[(2,)](x, out, 8, 32, R=4, C=32)
