# RUN: tilewright run %s
"""Bounds from memory, steps, counting down, nested loops and tl.range."""
import torch
import triton
import triton.language as tl


@triton.jit
def loop_kernel(bounds_ptr, out_ptr):
    start = tl.load(bounds_ptr)
    end = tl.load(bounds_ptr + 1)
    total = 0
    for i in range(start, end, 3):
        total += i
    tl.store(out_ptr, total)
    down = 0
    for i in range(10, 0, -3):
        down = down * 100 + i
    tl.store(out_ptr + 1, down)
    nested = 0
    for i in tl.range(0, 5, num_stages=2):
        for j in range(i):
            for k in tl.range(j, loop_unroll_factor=2):
                nested += i * j + k
    tl.store(out_ptr + 2, nested)
    none = 5
    for i in range(end, start):
        none = i
    tl.store(out_ptr + 3, none)


bounds = torch.tensor([4, 30], dtype=torch.int32)
out = torch.empty(4, dtype=torch.int32)
loop_kernel[(1,)](bounds, out)
expected = [sum(range(4, 30, 3)), 10070401, sum(i * j + k for i in range(5) for j in range(i) for k in range(j)), 5]
assert out.tolist() == expected
print(out.tolist())
# EXPECT stdout
#| [144, 10070401, 78, 5]
