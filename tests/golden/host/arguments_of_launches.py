# RUN: tilewright run %s
# Ints beyond 63 bits are uint64; warmup takes dtypes for pointers.
import torch
import triton
import triton.language as tl


@triton.jit
def put(out_ptr, value):
    tl.static_assert(value.dtype == tl.uint64)
    tl.store(out_ptr, value >> 1)


out = torch.zeros(1, dtype=torch.int64, device="cuda")
for value in (2**63, 2**64 - 1):
    put[(1,)](out, value)
    print(out.item() == value >> 1)
for value in (2**64, -(2**63) - 1):
    try:
        put[(1,)](out, value)
    except OverflowError as error:
        print(error)


@triton.jit
def half(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    tl.static_assert(x_ptr.dtype.element_ty == tl.float32 and out_ptr.dtype.element_ty == tl.float16)
    i = tl.arange(0, BLOCK)
    tl.store(out_ptr + i, tl.load(x_ptr + i, mask=i < n), mask=i < n)


print(half.warmup(torch.float32, torch.float16, 10, BLOCK=16, grid=(1,)).name)
# EXPECT stdout
#| True
#| True
#| int too big to convert
#| int too big to convert
#| half
