@triton.jit
def early(x, low, high):
    if low > high:
        return x
    y = tl.maximum(x, low)
    return tl.minimum(y, high)

@triton.heuristics({"BIG": lambda args: args["n"] > 100})
@triton.autotune(configs=[triton.Config({"BLOCK": 32}, num_warps=1), triton.Config({"BLOCK": 64})], key=["n"])
@triton.jit
def kernel(x_ptr, out_ptr, n, flag, BIG: tl.constexpr, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    if pid * BLOCK >= n:
        return
    a = pid * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + a, mask=a < n, other=0.0)
    total = 0.0
    step: tl.constexpr = 2
    for k in range(flag, 20, step):
        total += k if k % 3 else -k
        if k > 15:
            total = total * 0.5
    count = 1
    while count < 100:
        count = count * 3
    for j in tl.static_range(3):
        x += j
    x = early(x, -total, total) if BIG else x and 1
    p, q = x, count
    p, q = q + p, p
    tl.store(out_ptr + a, p - q, mask=(a < n) & (a >= 0))

def main(x, y, i, h, out):
    grid = lambda meta: (triton.cdiv(200, meta["BLOCK"]),)
    kernel[grid](x, out, 200, 3)
