# RUN: tilewright run %s
"""Every program waits for the one before it: a running sum over blocks."""
import torch
import triton
import triton.language as tl


@triton.jit
def chain_kernel(x_ptr, out_ptr, total_ptr, flag_ptr, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    i = pid * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    before = tl.zeros((), dtype=tl.int32)
    if pid > 0:
        while tl.atomic_add(flag_ptr + pid - 1, 0) == 0:
            pass
        before = tl.load(total_ptr + pid - 1)
    tl.store(total_ptr + pid, before + tl.sum(x, axis=0))
    tl.atomic_xchg(flag_ptr + pid, 1)
    tl.store(out_ptr + i, before + tl.cumsum(x, axis=0))


x = torch.randint(0, 10, (512,), dtype=torch.int32)
out = torch.empty_like(x)
total, flag = torch.empty(8, dtype=torch.int32), torch.zeros(8, dtype=torch.int32)
chain_kernel[(8,)](x, out, total, flag, BLOCK=64)
assert torch.equal(out.long(), x.cumsum(0))
print("a chain of", flag.sum().item())
# EXPECT stdout
#| a chain of 8
