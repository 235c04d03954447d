# RUN: tilewright check %s
# RUN: tilewright run %s
import sys

import torch
import triton
import triton.language as tl


@triton.jit
def fill(out, n):
    tl.store(out + tl.program_id(0), n)


x = torch.empty(4, device="cuda")
fill[(4,)](x, 2)
sys.exit(0 if x.sum().item() == 8 else 1)
# EXPECT 1 stdout
#| script_exit.py: clean: ran without faults, 1 launches
#|   time: estimated 3.4 us on h100, limited by launch, 1 launch
