# RUN: tilewright run %s
import torch
from triton.tools.tensor_descriptor import TensorDescriptor

c = torch.empty(200, 137, dtype=torch.float16, device="cuda")
TensorDescriptor(c, c.shape, c.stride(), [64, 64])
# EXPECT stderr
#| fail_descriptor_stride.py:6:1: error: AssertionError: strides must be 16-byte aligned [python-exception]
#|   TensorDescriptor(c, c.shape, c.stride(), [64, 64])
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: the tensor of shape (200, 137) and type torch.float16 has stride 137 in dimension 0, 274 bytes; a multiple of 8 elements is needed
# EXPECT exit 1
