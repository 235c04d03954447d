# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def copy_kernel(x_ptr, out_ptr, M, N, BLOCK: tl.constexpr):
    x = tl.make_tensor_descriptor(x_ptr, [M, N], [N, 1], [BLOCK, BLOCK])
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets[:, None] * BLOCK + offsets[None, :], x.load([0, 0]))


triton.set_allocator(lambda size, alignment, stream: torch.empty(size, dtype=torch.int8, device="cuda"))
x = torch.ones(16, 30, dtype=torch.float16, device="cuda")
copy_kernel[(1,)](x, torch.empty(16, 16, dtype=torch.float16, device="cuda"), 16, 30, BLOCK=16)
# EXPECT stderr
#| fail_descriptor_stride.py:9:9: error: misaligned descriptor: stride 0 of its tensor is 30 elements of 2 bytes, and 60 bytes are no multiple of 16, in program (0, 0, 0) [misaligned]
#|       x = tl.make_tensor_descriptor(x_ptr, [M, N], [N, 1], [BLOCK, BLOCK])
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: pad the tensor's rows to a multiple of 16 bytes, or load with pointers and a mask
#| note: in program (0, 0, 0) of kernel 'copy_kernel', grid (1, 1, 1)
#| fail_descriptor_stride.py:16:1: note: launched here
#|   copy_kernel[(1,)](x, torch.empty(16, 16, dtype=torch.float16, device="cuda"), 16, 30, BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
