# RUN: tilewright run %s
# NOT IN INTERPRETER: running products are widened
"""Running sums of narrow integers are int32 and exact; running products stay narrow and wrap."""
import torch
import triton
import triton.language as tl


@triton.jit
def scan_kernel(x_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    tl.static_assert(tl.cumsum(x, 0).dtype == tl.int32)
    tl.static_assert(tl.cumsum(x > 0, 0).dtype == tl.uint32)
    tl.static_assert(tl.cumprod(x, 0).dtype == tl.int8)
    tl.store(out_ptr + n, tl.cumsum(x, axis=0))
    tl.store(out_ptr + N + n, tl.cumsum(x, axis=0) - x)
    tl.store(out_ptr + 2 * N + n, tl.cumprod(x | 1, axis=0))


torch.manual_seed(8)
x = torch.randint(0, 100, (512,), dtype=torch.int8)
out = torch.empty(3, 512, dtype=torch.int32)
scan_kernel[(1,)](x, out, 512)
assert torch.equal(out[0].long(), x.long().cumsum(0))
assert torch.equal(out[1], out[0] - x)
product = 1
for i, value in enumerate((x | 1).tolist()):
    product = (product * value + 128) % 256 - 128
    assert out[2, i] == product
print("offsets up to", "thousands" if out[0].max() > 1000 else "hundreds")
# EXPECT stdout
#| offsets up to thousands
