# RUN: tilewright run %s
"""Every element type is loaded, changed and stored."""
import torch
import triton
import triton.language as tl


@triton.jit
def copy_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n)
    tl.store(out_ptr + i, x.to(out_ptr.dtype.element_ty), mask=i < n)


types = [torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.float32,
         torch.float64]
x = torch.tensor([0, 1, 1, 0, 1] * 20)
for source in types:
    for target in types:
        out = torch.zeros(100, dtype=target)
        copy_kernel[(1,)](x.to(source), out, 100, BLOCK=128)
        assert torch.equal(out, x.to(target)), (source, target)
print(len(types) ** 2, "pairs of types")
# EXPECT stdout
#| 81 pairs of types
