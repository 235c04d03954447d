# RUN: tilewright check %s --task task.py
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    total = 0
    for i in range(n):
        total = total + 1.5 + tl.load(x_ptr + i)
    tl.store(out_ptr + offsets, x + total, mask=mask)


def forward(x):
    out = torch.empty_like(x)
    n = x.numel()
    scale_kernel[(triton.cdiv(n, 1024),)](x, out, n, BLOCK=1024)
    return out
# --- task.py
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return torch.relu(x) * 2.5


def get_inputs():
    return [torch.randn(48, 65)]


def get_init_inputs():
    return []
# EXPECT stdout
#| fail_loop_carried_type.py: compile_error: loop-carried variable 'total' has initial type int32 but is re-assigned to fp32 in the loop
#| fail_loop_carried_type.py:14:9: error: loop-carried variable 'total' has initial type int32 but is re-assigned to fp32 in the loop [loop-carried-type]
#|           total = total + 1.5 + tl.load(x_ptr + i)
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: make the type and shape the same before the loop and in it
#| fail_loop_carried_type.py:21:5: note: launched here
#|       scale_kernel[(triton.cdiv(n, 1024),)](x, out, n, BLOCK=1024)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#|   0 of 4 trials passed
# EXPECT exit 1
