# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def copy_kernel(x_ptr, out_ptr, start, M, N: tl.constexpr, BLOCK: tl.constexpr):
    x = tl.make_tensor_descriptor(x_ptr + start, [M, N], [N, 1], [BLOCK, N])
    out = tl.make_tensor_descriptor(out_ptr, [M, N], [N, 1], [BLOCK, N])
    out.store([0, 0], x.load([0, 0]))


triton.set_allocator(lambda size, alignment, stream: torch.empty(size, dtype=torch.int8, device="cuda"))
x = torch.ones(17, 32, device="cuda")
copy_kernel[(1,)](x, torch.empty(16, 32, device="cuda"), 3, 16, N=32, BLOCK=16)
# EXPECT stderr
#| fail_descriptor_base.py:9:9: error: misaligned descriptor: its base is 'x_ptr' index 3, which is 12 bytes past a multiple of 16, in program (0, 0, 0) [misaligned]
#|       x = tl.make_tensor_descriptor(x_ptr + start, [M, N], [N, 1], [BLOCK, N])
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: the base of a tensor descriptor must be 16-byte aligned; move the start into the offsets of load and store
#| note: in program (0, 0, 0) of kernel 'copy_kernel', grid (1, 1, 1)
#| fail_descriptor_base.py:16:1: note: launched here
#|   copy_kernel[(1,)](x, torch.empty(16, 32, device="cuda"), 3, 16, N=32, BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
