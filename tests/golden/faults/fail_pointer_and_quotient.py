# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def fill(x, n):
    tl.store(x + tl.program_id(0) * (n / 2), 1.0)


fill[(2,)](torch.empty(8, device="cuda"), 4)
# EXPECT stderr
#| fail_pointer_and_quotient.py:9:14: error: invalid operands of type pointer<fp32> and fp32 [kernel-type]
#|       tl.store(x + tl.program_id(0) * (n / 2), 1.0)
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: an offset is a whole number; / gives floats: divide by // where it comes from a division
#| fail_pointer_and_quotient.py:12:1: note: launched here
#|   fill[(2,)](torch.empty(8, device="cuda"), 4)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
