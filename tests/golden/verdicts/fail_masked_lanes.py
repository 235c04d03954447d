# RUN: tilewright check %s --task task.py
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, x - tl.sum(x, axis=0), mask=mask)


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
#| fail_masked_lanes.py: uninitialised_read: a lane that this load masks off, 'x_ptr' index 3120 [48, 0], has no value (no `other`), and it is stored to 'out_ptr' index 3072 [47, 17] in program (3, 0, 0)
#| fail_masked_lanes.py:11:9: error: a lane that this load masks off, 'x_ptr' index 3120 [48, 0], has no value (no `other`), and it is stored to 'out_ptr' index 3072 [47, 17] in program (3, 0, 0) [uninitialised-read]
#|       x = tl.load(x_ptr + offsets, mask=mask)
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_masked_lanes.py:12:5: note: it is used here
#|       tl.store(out_ptr + offsets, x - tl.sum(x, axis=0), mask=mask)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: give the load `other=` a value that does not change the result, or mask the lanes with tl.where
#| note: in program (3, 0, 0) of kernel 'scale_kernel', grid (4, 1, 1)
#| fail_masked_lanes.py:18:5: note: launched here
#|       scale_kernel[(triton.cdiv(n, 1024),)](x, out, n, BLOCK=1024)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#|   0 of 4 trials passed
# EXPECT exit 1
