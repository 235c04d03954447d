# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def copy_kernel(x_ptr, out_ptr, M, N, BLOCK: tl.constexpr):
    x = tl.make_tensor_descriptor(x_ptr, [N, M], [M, N], [BLOCK, BLOCK])
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets[:, None] * BLOCK + offsets[None, :], x.load([0, 0]))


copy_kernel[(1,)](torch.ones(16, 32, device="cuda"), torch.empty(16, 16, device="cuda"), 16, 32, BLOCK=16)
# EXPECT stderr
#| fail_descriptor_last_stride.py:9:9: error: the last stride of a tensor descriptor must be the constant 1 [kernel-type]
#|       x = tl.make_tensor_descriptor(x_ptr, [N, M], [M, N], [BLOCK, BLOCK])
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: an argument that is 1 at the launch is a constant, unless do_not_specialize names it
#| fail_descriptor_last_stride.py:14:1: note: launched here
#|   copy_kernel[(1,)](torch.ones(16, 32, device="cuda"), torch.empty(16, 16, device="cuda"), 16, 32, BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
