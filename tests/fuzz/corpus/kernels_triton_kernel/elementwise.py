@triton.jit
def scale(v, factor: tl.constexpr = 2):
    return v * factor

@triton.jit
def kernel(x_ptr, y_ptr, i_ptr, h_ptr, out_ptr, n, alpha, BLOCK: tl.constexpr):
    pid = tl.program_id(axis=0)
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    h = tl.load(h_ptr + offsets, mask=mask).to(tl.float32)
    i = tl.load(i_ptr + offsets, mask=mask, other=1)
    v = tl.where(x > 0, x, alpha * (tl.exp(x) - 1)) + tl.sqrt(tl.abs(h)) + (i % 7) // 3 + (i << 2)
    v = scale(v, factor=3) / (1 + tl.sigmoid(v)) - tl.minimum(x, tl.maximum(h, -1.0))
    tl.store(out_ptr + offsets, v.to(out_ptr.dtype.element_ty), mask=mask)

def main(x, y, i, h, out):
    n = x.shape[0] * x.shape[1]
    kernel[(triton.cdiv(n, 64),)](x, y, i, h, out, n, 0.5, BLOCK=64)
