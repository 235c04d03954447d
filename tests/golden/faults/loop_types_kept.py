# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def mean_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    total = 0.0
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
        lanes += x
        total += tl.sum(x.to(tl.float32), axis=0)
    tl.store(out_ptr, total / n)
    tl.store(out_ptr + 1, tl.sum(lanes, axis=0) / n)


out = torch.empty(2, device="cuda")
mean_kernel[(1,)](torch.ones(100, dtype=torch.float16, device="cuda"), out, 100, BLOCK=32)
print(out.tolist())
# EXPECT stdout
#| [1.0, 1.0]
