# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def pack_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + pid * BLOCK + offsets)
    tl.store(out_ptr + pid * (BLOCK - 1) + offsets, x.to(tl.int8))


x = torch.arange(32, dtype=torch.int32, device="cuda")
pack_kernel[(2,)](x, torch.zeros(32, dtype=torch.int8, device="cuda"), BLOCK=16)
# EXPECT stderr
#| fail_race_bytes_of_one_word.py:12:5: error: race: 'out_ptr' index 15 is written by program (1, 0, 0) and written by program (0, 0, 0) [race]
#|       tl.store(out_ptr + pid * (BLOCK - 1) + offsets, x.to(tl.int8))
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: programs of one launch run in any order; give each its own elements, use atomics, or launch twice
#| note: in program (1, 0, 0) of kernel 'pack_kernel', grid (2, 1, 1)
#| fail_race_bytes_of_one_word.py:16:1: note: launched here
#|   pack_kernel[(2,)](x, torch.zeros(32, dtype=torch.int8, device="cuda"), BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
