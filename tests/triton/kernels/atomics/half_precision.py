# RUN: tilewright run %s
# NOT IN INTERPRETER: bfloat16 is computed on bit patterns
"""Atomic additions in float16 and bfloat16 round after every step."""
import torch
import triton
import triton.language as tl


@triton.jit
def add_kernel(out_ptr, value):
    tl.atomic_add(out_ptr, value.to(out_ptr.dtype.element_ty))


for dtype in (torch.float16, torch.bfloat16):
    out = torch.tensor([256.0], dtype=dtype)
    expected = out.clone()
    for _ in range(5):
        expected += torch.tensor([1.25], dtype=dtype)
    add_kernel[(5,)](out, 1.25)
    assert torch.equal(out, expected)
    print(dtype, out.item())
# EXPECT stdout
#| torch.float16 262.25
#| torch.bfloat16 266.0
