# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def copy_kernel(x_ptr, out_ptr, M, N: tl.constexpr, BLOCK: tl.constexpr):
    x = tl.make_tensor_descriptor(x_ptr, [M, N], [N, 1], [BLOCK, N])
    out = tl.make_tensor_descriptor(out_ptr, [M, N], [N, 1], [BLOCK, N])
    out.store([0, 0], x.load([0, 0]))


copy_kernel[(1,)](torch.ones(16, 32, device="cuda"), torch.empty(16, 32, device="cuda"), 16, N=32, BLOCK=16)
# EXPECT stderr
#| fail_descriptor_allocator.py:9:9: error: Kernel requires a runtime memory allocation, but no allocator was set. Use triton.set_allocator to specify an allocator. [launch-arguments]
#|       x = tl.make_tensor_descriptor(x_ptr, [M, N], [N, 1], [BLOCK, N])
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: before the launch: triton.set_allocator(lambda size, alignment, stream: torch.empty(size, dtype=torch.int8, device="cuda"))
#| fail_descriptor_allocator.py:14:1: note: launched here
#|   copy_kernel[(1,)](torch.ones(16, 32, device="cuda"), torch.empty(16, 32, device="cuda"), 16, N=32, BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
