# RUN: tilewright run %s
# Loops that go round for long, that come back to values of before, or that give up waiting, and do end.
import torch
import triton
import triton.language as tl


@triton.jit
def long_kernel(out_ptr, n):
    i = 0
    while i < n:
        i += 1
    tl.store(out_ptr, i)


@triton.jit
def swing_kernel(out_ptr, n):
    # `side` swings for ever; `rounds` ends the loop.
    side = 0
    rounds = 0
    while rounds < n:
        side = 1 - side
        rounds += 1
    tl.store(out_ptr, side)


@triton.jit
def memory_kernel(out_ptr, n):
    # Nothing is carried: memory changes.
    while tl.load(out_ptr) < n:
        tl.store(out_ptr, tl.load(out_ptr) + 1)


@triton.jit
def patient_kernel(ready_ptr, out_ptr, limit):
    tries = 0
    while (tl.atomic_add(ready_ptr, 0) == 0) & (tries < limit):
        tries += 1
    tl.store(out_ptr, tries)


@triton.jit
def nested_kernel(out_ptr, n):
    total = 0
    i = 0
    while i < n:
        j = 0
        while j < 300:
            j += 1
        total += j
        i += 1
    tl.store(out_ptr, total)


out = torch.zeros(1, dtype=torch.int32, device="cuda")
for kernel, n in ((long_kernel, 100000), (swing_kernel, 5001), (memory_kernel, 2000), (nested_kernel, 400)):
    out.zero_()
    kernel[(1,)](out, n)
    print(out.item())
patient_kernel[(1,)](torch.zeros(1, dtype=torch.int32, device="cuda"), out, 5000)
print(out.item())
# EXPECT stdout
#| 100000
#| 1
#| 2000
#| 120000
#| 5000
