# RUN: tilewright run %s
"""Without any tensor on a device a kernel's own descriptors need no allocator, as with Triton for processors."""
import torch
import triton
import triton.language as tl


@triton.jit
def copy_kernel(x_ptr, out_ptr, M, N: tl.constexpr, BLOCK: tl.constexpr):
    x = tl.make_tensor_descriptor(x_ptr, [M, N], [N, 1], [BLOCK, N])
    out = tl.make_tensor_descriptor(out_ptr, [M, N], [N, 1], [BLOCK, N])
    out.store([0, 0], x.load([0, 0]))


x = torch.arange(512.0).reshape(16, 32)
out = torch.empty_like(x)
copy_kernel[(1,)](x, out, 16, N=32, BLOCK=16)
print(torch.equal(out, x))
# EXPECT stdout
#| True
