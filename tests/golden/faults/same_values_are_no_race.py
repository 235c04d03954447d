# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def flags_kernel(x_ptr, seen_ptr, BLOCK: tl.constexpr):
    # Lanes and programs that meet in one place write the same there.
    x = tl.load(x_ptr + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))
    tl.store(seen_ptr + x, 1)


x = torch.tensor([3, 1, 3, 3] * 16, dtype=torch.int32, device="cuda")
seen = torch.zeros(4, dtype=torch.int32, device="cuda")
flags_kernel[(4,)](x, seen, BLOCK=16)
print(seen.tolist())
# EXPECT stdout
#| [0, 1, 0, 1]
