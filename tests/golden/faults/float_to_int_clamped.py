# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def quantize_kernel(x_ptr, out_ptr, scale, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets) / scale
    x = tl.where(x == x, x, 0.0)
    tl.store(out_ptr + offsets, tl.clamp(x, -128.0, 127.0).to(tl.int8))


x = torch.tensor([float("inf"), float("-inf"), float("nan"), 1.5] * 4, device="cuda")
out = torch.empty(16, dtype=torch.int8, device="cuda")
quantize_kernel[(1,)](x, out, 0.5, BLOCK=16)
print(out[:4].tolist())
# EXPECT stdout
#| [127, -128, 0, 3]
