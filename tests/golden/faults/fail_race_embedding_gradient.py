# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def embedding_backward_kernel(grad_ptr, index_ptr, table_grad_ptr, WIDTH: tl.constexpr):
    pid = tl.program_id(0)
    columns = tl.arange(0, WIDTH)
    row = tl.load(index_ptr + pid)
    place = table_grad_ptr + row * WIDTH + columns
    tl.store(place, tl.load(place) + tl.load(grad_ptr + pid * WIDTH + columns))


index = torch.tensor([2, 0, 2], dtype=torch.int32, device="cuda")
embedding_backward_kernel[(3,)](torch.ones(3, 16, device="cuda"), index, torch.zeros(4, 16, device="cuda"), WIDTH=16)
# EXPECT stderr
#| fail_race_embedding_gradient.py:13:21: error: race: 'table_grad_ptr' index 32 [2, 0] is read by program (2, 0, 0) and written by program (0, 0, 0) [race]
#|       tl.store(place, tl.load(place) + tl.load(grad_ptr + pid * WIDTH + columns))
#|                       ^~~~~~~~~~~~~~
#| fail_race_embedding_gradient.py:13:5: note: it is written by program (0, 0, 0) here
#|       tl.store(place, tl.load(place) + tl.load(grad_ptr + pid * WIDTH + columns))
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: programs of one launch run in any order; give each its own elements, use atomics, or launch twice
#| note: in program (2, 0, 0) of kernel 'embedding_backward_kernel', grid (3, 1, 1)
#| fail_race_embedding_gradient.py:17:1: note: launched here
#|   embedding_backward_kernel[(3,)](torch.ones(3, 16, device="cuda"), index, torch.zeros(4, 16, device="cuda"), WIDTH=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
