# RUN: tilewright run %s
"""Conversions between integers, floats and int1."""
import torch
import triton
import triton.language as tl


@triton.jit
def cast_kernel(x_ptr, i_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    i = tl.load(i_ptr + n)
    tl.store(out_ptr + n, x.to(tl.int32))
    tl.store(out_ptr + N + n, x.to(tl.int8))
    tl.store(out_ptr + 2 * N + n, i.to(tl.int8))
    tl.store(out_ptr + 3 * N + n, i.to(tl.uint8))
    tl.store(out_ptr + 4 * N + n, tl.cast(i, tl.int1))
    tl.store(out_ptr + 5 * N + n, x.to(tl.int1))
    tl.store(out_ptr + 6 * N + n, (x > 0).to(tl.float32))
    tl.store(out_ptr + 7 * N + n, i.to(tl.int16).to(tl.uint16))
    tl.store(out_ptr + 8 * N + n, x.cast(tl.float16))


torch.manual_seed(3)
x = torch.randn(64) * 40
x[0], x[1] = 0.0, -0.7
i = torch.randint(-70000, 70000, (64,), dtype=torch.int32)
i[3] = 0
out = torch.empty(9, 64, dtype=torch.float64)
cast_kernel[(1,)](x, i, out, 64)
expected = [x.int(), x.to(torch.int8), i.to(torch.int8), i.to(torch.uint8), i != 0, x != 0, x > 0,
            i.long() % 65536, x.half()]
assert torch.equal(out, torch.stack([row.double() for row in expected]))
print("casts", out[:, 1].tolist())
# EXPECT stdout
#| casts [0.0, 0.0, 121.0, 121.0, 1.0, 1.0, 0.0, 14457.0, -0.7001953125]
