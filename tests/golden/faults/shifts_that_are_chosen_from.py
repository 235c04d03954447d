# RUN: tilewright run %s
# Counts beyond the width whose results nothing takes, and divisions that are masked.
import torch
import triton
import triton.language as tl


@triton.jit
def shift_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    counts = tl.arange(0, BLOCK)
    x = tl.load(x_ptr)
    tl.store(out_ptr + counts, tl.where(counts < 32, x << counts, 0))
    tl.store(out_ptr + BLOCK + counts, x >> counts, mask=counts < 32)
    narrow = tl.load(x_ptr).to(tl.int8)
    tl.store(out_ptr + 2 * BLOCK + counts, (narrow >> tl.minimum(counts, 7).to(tl.int8)).to(tl.int32))
    wide = x.to(tl.int64) << counts
    tl.store(out_ptr + 3 * BLOCK + counts, (wide >> counts).to(tl.int32))
    divisors = counts - 1
    tl.store(out_ptr + 4 * BLOCK + counts, -2147483648 // divisors, mask=counts > 1)


out = torch.zeros(320, dtype=torch.int32, device="cuda")
shift_kernel[(1,)](torch.full((1,), 5, dtype=torch.int32, device="cuda"), out, BLOCK=64)
print(out[:4].tolist(), out[31:34].tolist(), out[64:67].tolist(), out[128:132].tolist(), out[192:194].tolist(), out[259:261].tolist())
# EXPECT stdout
#| [5, 10, 20, 40] [-2147483648, 0, 0] [5, 2, 1] [5, 2, 1, 0] [5, 5] [-1073741824, -715827882]
