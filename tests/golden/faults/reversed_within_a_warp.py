# RUN: tilewright run --strict %s
import torch
import triton
import triton.language as tl


@triton.jit
def reverse_kernel(x_ptr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets)
    tl.store(x_ptr + tl.program_id(0) * BLOCK + BLOCK - 1 - tl.arange(0, BLOCK), x)


x = torch.arange(64, dtype=torch.float32, device="cuda")
reverse_kernel[(2,)](x, BLOCK=32)
print(x[:4].tolist(), x[32:36].tolist())
# EXPECT stdout
#| [31.0, 30.0, 29.0, 28.0] [63.0, 62.0, 61.0, 60.0]
