# RUN: tilewright run %s
"""min and max of several values, chained conditions and ternaries."""
import torch
import triton
import triton.language as tl


@triton.jit
def pick_kernel(out_ptr, a, b, c):
    tl.store(out_ptr, min(a, b, c))
    tl.store(out_ptr + 1, max(a, b, c))
    middle = a if (a >= b and a <= c) or (a >= c and a <= b) else (b if (b >= a and b <= c) or (b >= c and b <= a) else c)
    tl.store(out_ptr + 2, middle)
    tl.store(out_ptr + 3, a + b if a > b else a - b)
    tl.store(out_ptr + 4, tl.abs(a - c))


out = torch.empty(5, dtype=torch.int32)
for a, b, c in ((5, 2, 9), (7, 8, 3), (2, 4, 6)):
    pick_kernel[(1,)](out, a, b, c)
    print(out.tolist())
    assert out[:3].tolist() == [min(a, b, c), max(a, b, c), sorted((a, b, c))[1]]
# EXPECT stdout
#| [2, 9, 5, 7, 4]
#| [3, 8, 7, -1, 4]
#| [2, 6, 4, -2, 4]
