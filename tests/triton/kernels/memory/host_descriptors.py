# RUN: tilewright run %s
"""Descriptors made by the host and passed as arguments."""
import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor


@triton.jit
def add_kernel(x_desc, y_desc, out_desc, BM: tl.constexpr, BN: tl.constexpr):
    offsets = [tl.program_id(0) * BM, tl.program_id(1) * BN]
    out_desc.store(offsets, x_desc.load(offsets) + y_desc.load(offsets))


x, y = torch.randn(2, 40, 64)
out = torch.empty_like(x)
block = [16, 32]
descriptors = [TensorDescriptor.from_tensor(t, block) for t in (x, y, out)]
add_kernel[(triton.cdiv(40, 16), triton.cdiv(64, 32))](*descriptors, BM=16, BN=32)
assert torch.equal(out, x + y)
print("descriptors hold")
# EXPECT stdout
#| descriptors hold
