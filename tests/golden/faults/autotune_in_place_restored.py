# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.autotune(configs=[triton.Config({"BLOCK": 64}), triton.Config({"BLOCK": 128})], key=["n"], restore_value=["x_ptr"])
@triton.jit
def double_kernel(x_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x_ptr + offsets, 2 * tl.load(x_ptr + offsets, mask=offsets < n), mask=offsets < n)


x = torch.ones(512, device="cuda")
double_kernel[lambda meta: (triton.cdiv(512, meta["BLOCK"]),)](x, 512)
print(x.sum().item())
# IGNORE stderr
# EXPECT stdout
#| 1024.0
