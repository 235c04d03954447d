# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def scan_kernel(x_ptr, out_ptr, sum_ptr, state_ptr, BLOCK: tl.constexpr):
    # Prefix sums in one pass: a program looks back until one that knows its whole prefix.
    pid = tl.program_id(0)
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets)
    own = tl.sum(x, axis=0)
    tl.store(sum_ptr + 2 * pid, own)
    tl.atomic_xchg(state_ptr + pid, 1)
    before = own * 0
    at = pid - 1
    while at >= 0:
        seen = tl.atomic_add(state_ptr + at, 0)
        while seen == 0:
            seen = tl.atomic_add(state_ptr + at, 0)
        if seen == 2:
            before += tl.load(sum_ptr + 2 * at + 1)
            at = -1
        else:
            before += tl.load(sum_ptr + 2 * at)
            at -= 1
    tl.store(sum_ptr + 2 * pid + 1, before + own)
    tl.atomic_xchg(state_ptr + pid, 2)
    tl.store(out_ptr + offsets, tl.cumsum(x, axis=0) + before)


x = torch.ones(6 * 32, device="cuda")
out, sums = torch.empty_like(x), torch.empty(12, device="cuda")
scan_kernel[(6,)](x, out, sums, torch.zeros(6, dtype=torch.int32, device="cuda"), BLOCK=32)
print(torch.equal(out, torch.cumsum(x, 0)))
# EXPECT stdout
#| True
