@triton.jit
def add(a, b):
    return a + b

@triton.jit
def kernel(x_ptr, i_ptr, out_ptr, MODE: tl.constexpr, B: tl.constexpr):
    a = tl.arange(0, B)
    x = tl.load(x_ptr + a)
    if MODE == "trans":
        x = tl.reshape(tl.trans(tl.reshape(x, (4, B // 4))), (B,))
    elif MODE == "reduce":
        x = x + tl.reduce(x, 0, add)
    elif MODE == "scan":
        x = tl.associative_scan(x, 0, add, reverse=True)
    elif MODE == "join":
        x = tl.reshape(tl.join(tl.reshape(x, (B,)), x), (2 * B,))
        p, q = tl.split(tl.reshape(x, (B, 2)))
        x = p - q
    elif MODE == "sort":
        x = tl.flip(tl.sort(x, descending=True))
    else:
        x = tl.broadcast_to(tl.expand_dims(tl.sum(x, axis=0), 0), (B,)) + tl.full((B,), 1.5, dtype=tl.float32)
    g = tl.load(i_ptr + a) % B
    x += tl.load(x_ptr + tl.where(g < 0, 0, g))
    tl.static_assert(B >= 16)
    tl.store(out_ptr + a, x.to(tl.int32, bitcast=True).to(tl.float32))

def main(x, y, i, h, out):
    for mode in ["trans", "reduce", "scan", "join", "sort", "sum"]:
        kernel[1, 1, 1](x, i, out, MODE=mode, B=64, num_warps=2, num_stages=1)
