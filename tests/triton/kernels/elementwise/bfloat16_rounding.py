# RUN: tilewright run %s
# NOT IN INTERPRETER: float32 to bfloat16 truncates
"""Narrowing to bfloat16 rounds to nearest, ties to even."""
import torch
import triton
import triton.language as tl


@triton.jit
def narrow_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + i, tl.load(x_ptr + i, mask=i < n).to(tl.bfloat16), mask=i < n)


bits = torch.arange(0x3F7F7F00, 0x3F818200, 37, dtype=torch.int32)
x = torch.cat([bits.view(torch.float32), torch.tensor([float("inf"), float("nan"), 3.4e38, -0.0, 1e-42])])
out = torch.empty(x.shape, dtype=torch.bfloat16)
narrow_kernel[(triton.cdiv(x.numel(), 256),)](x, out, x.numel(), BLOCK=256)
torch.testing.assert_close(out, x.bfloat16(), rtol=0, atol=0, equal_nan=True)
print(out[-5:].tolist())
# EXPECT stdout
#| [inf, nan, inf, -0.0, 0.0]
