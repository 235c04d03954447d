# RUN: tilewright run %s
# NOT IN INTERPRETER: there is no assembler
"""Bit counts, byte permutations and packed conversions in assembly."""
import torch
import triton
import triton.language as tl


@triton.jit
def bits_kernel(x_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    x = tl.load(x_ptr + n)
    y = tl.inline_asm_elementwise("popc.b32 $0, $1;", "=r,r", [x], dtype=tl.int32, is_pure=True, pack=1)
    tl.store(out_ptr + n, y)


x = torch.tensor([0, 1, 3, 255, -1, 1 << 30, 12345, 7], dtype=torch.int32)
out = torch.empty_like(x)
bits_kernel[(1,)](x, out, 8)
print(out.tolist())
assert out.tolist() == [bin(v & 0xFFFFFFFF).count("1") for v in x.tolist()]
# EXPECT stdout
#| [0, 1, 2, 8, 32, 1, 6, 3]
