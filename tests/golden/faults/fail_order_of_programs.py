# RUN: tilewright run --orders %s
import torch
import triton
import triton.language as tl


@triton.jit
def compact_kernel(x_ptr, count_ptr, out_ptr):
    x = tl.load(x_ptr + tl.program_id(0))
    if x > 0:
        place = tl.atomic_add(count_ptr, 1)
        tl.store(out_ptr + place, x)


x = torch.tensor([3.0, 0.0, 5.0, 7.0], device="cuda")
count, out = torch.zeros(1, dtype=torch.int32, device="cuda"), torch.zeros(4, device="cuda")
compact_kernel[(4,)](x, count, out)
print(out.tolist())
# EXPECT stderr
#| fail_order_of_programs.py:17:1: error: the result depends on the order in which programs run: 'out_ptr' index 0 is 3 with the first program first and 7 with the last one first [nondeterministic]
#|   compact_kernel[(4,)](x, count, out)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: a GPU runs programs in any order; places handed out by an atomic, and the last of several stores, differ from run to run
#| note: 'out_ptr' holds the same elements in another order; where that is meant: run --orders --unordered out_ptr
#| fail_order_of_programs.py:17:1: note: launched here
#|   compact_kernel[(4,)](x, count, out)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
