# RUN: tilewright run %s
"""Masked atomics on integers and floats of every width they have."""
import torch
import triton
import triton.language as tl


@triton.jit
def add_kernel(out_ptr, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.atomic_add(out_ptr + i % 4, (i + 1).to(out_ptr.dtype.element_ty), mask=i < n)


for dtype in (torch.int32, torch.int64, torch.float16, torch.float32, torch.float64):
    out = torch.zeros(4, dtype=dtype)
    add_kernel[(3,)](out, 10, BLOCK=16)
    assert out.tolist() == [3 * (1 + 5 + 9), 3 * (2 + 6 + 10), 3 * (3 + 7), 3 * (4 + 8)]
    print(dtype, out.tolist())
# EXPECT stdout
#| torch.int32 [45, 54, 30, 36]
#| torch.int64 [45, 54, 30, 36]
#| torch.float16 [45.0, 54.0, 30.0, 36.0]
#| torch.float32 [45.0, 54.0, 30.0, 36.0]
#| torch.float64 [45.0, 54.0, 30.0, 36.0]
