# RUN: tilewright run --orders --unordered out_ptr %s
import torch
import triton
import triton.language as tl


@triton.jit
def compact_kernel(x_ptr, count_ptr, out_ptr):
    x = tl.load(x_ptr + tl.program_id(0))
    if x > 0:
        place = tl.atomic_add(count_ptr, 1)
        tl.store(out_ptr + place, x)


x = torch.tensor([3.0, 0.0, 5.0, 7.0], device="cuda")
count, out = torch.zeros(1, dtype=torch.int32, device="cuda"), torch.zeros(4, device="cuda")
compact_kernel[(4,)](x, count, out)
print(sorted(out.tolist()))
# EXPECT stdout
#| [0.0, 3.0, 5.0, 7.0]
