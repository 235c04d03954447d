# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def compact_kernel(x_ptr, out_ptr, count_ptr, BLOCK: tl.constexpr):
    x = tl.load(x_ptr + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))
    keep = x > 0
    rank = tl.cumsum(keep.to(tl.int32), axis=0) - 1
    first = tl.atomic_add(count_ptr, tl.sum(keep.to(tl.int32), axis=0))
    tl.store(out_ptr + first + rank, x, mask=keep)


x = torch.tensor([1.0, -1.0, 2.0, -2.0] * 16, device="cuda")
out = torch.zeros(64, device="cuda")
count = torch.zeros(1, dtype=torch.int32, device="cuda")
compact_kernel[(4,)](x, out, count, BLOCK=16)
print(count.item(), out.sum().item())
# EXPECT stdout
#| 32 48.0
