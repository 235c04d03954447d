# RUN: tilewright run %s
import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor


@triton.jit
def rows_kernel(x, rows_ptr, out_ptr, B: tl.constexpr, W: tl.constexpr):
    rows = tl.load(rows_ptr + tl.arange(0, B))
    tl.store(out_ptr + tl.arange(0, B)[:, None] * W + tl.arange(0, W)[None, :], x.gather(rows, 0))


x, rows = torch.ones(20, 32, device="cuda"), torch.arange(8, dtype=torch.int32, device="cuda")
rows_kernel[(1,)](TensorDescriptor.from_tensor(x, [1, 16]), rows, torch.empty(8, 16, device="cuda"), B=8, W=16)
# EXPECT stderr
#| fail_descriptor_gather.py:11:81: error: gather of a tensor descriptor needs a GPU of compute capability 10.0; h100 has 9.0 [kernel-type]
#|       tl.store(out_ptr + tl.arange(0, B)[:, None] * W + tl.arange(0, W)[None, :], x.gather(rows, 0))
#|                                                                                   ^~~~~~~~~~~~~~~~~
#| note: use pointers: x_ptr + rows[:, None] * stride + columns[None, :]
#| fail_descriptor_gather.py:15:1: note: launched here
#|   rows_kernel[(1,)](TensorDescriptor.from_tensor(x, [1, 16]), rows, torch.empty(8, 16, device="cuda"), B=8, W=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
