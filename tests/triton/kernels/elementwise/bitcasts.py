# RUN: tilewright run %s
"""The same bits read as another type."""
import torch
import triton
import triton.language as tl


@triton.jit
def bits_of(x_ptr, out_ptr, back_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    bits = x.to(tl.int32, bitcast=True)
    tl.store(out_ptr + n, bits)
    tl.store(back_ptr + n, (bits & 0x7FFFFFFF).to(tl.float32, bitcast=True))


@triton.jit
def through_pointer(x_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    words = x_ptr.to(tl.pointer_type(tl.int16))
    tl.store(out_ptr + n, tl.load(words + n))


x = torch.tensor([1.0, -2.0, 0.15625, -0.0, 3e38, 1e-40, float("inf"), float("-inf")])
out = torch.empty(8, dtype=torch.int32)
back = torch.empty(8)
bits_of[(1,)](x, out, back, 8)
assert torch.equal(out, x.view(torch.int32)) and torch.equal(back, x.abs())
halves = x.half()
words = torch.empty(8, dtype=torch.int16)
through_pointer[(1,)](halves, words, 8)
assert torch.equal(words, halves.view(torch.int16))
print([hex(v & 0xFFFFFFFF) for v in out.tolist()])
# EXPECT stdout
#| ['0x3f800000', '0xc0000000', '0x3e200000', '0x80000000', '0x7f61b1e6', '0x116c2', '0x7f800000', '0xff800000']
