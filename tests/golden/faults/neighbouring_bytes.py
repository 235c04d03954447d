# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def neighbours_kernel(bytes_ptr, bools_ptr, halves_ptr):
    # Programs take turns byte by byte: no byte is shared, though every word is.
    pid = tl.program_id(0)
    at = 3 * tl.arange(0, 16) + pid
    tl.store(bytes_ptr + at, tl.load(bytes_ptr + at) + pid.to(tl.int8))
    tl.store(bools_ptr + at, tl.load(bools_ptr + at) ^ (pid == 1))
    tl.store(halves_ptr + at, tl.load(halves_ptr + at) * pid.to(tl.float32))


numbers = torch.zeros(48, dtype=torch.int8, device="cuda")
bools = torch.zeros(48, dtype=torch.bool, device="cuda")
halves = torch.ones(48, dtype=torch.float16, device="cuda")
neighbours_kernel[(3,)](numbers, bools, halves)
print(numbers[:6].tolist(), bools[:6].tolist(), halves[:6].tolist())
# EXPECT stdout
#| [0, 1, 2, 0, 1, 2] [False, True, False, False, True, False] [0.0, 1.0, 2.0, 0.0, 1.0, 2.0]
