# RUN: tilewright check %s --task task.py
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    while tl.atomic_add(out_ptr, 0.0) == 0.0:
        pass


def forward(x):
    out = torch.zeros_like(x)
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
#| fail_deadlock.py: timeout: deadlock: 4 programs wait in loops, and none of them changes what another waits for
#| fail_deadlock.py:12:11: error: deadlock: 4 programs wait in loops, and none of them changes what another waits for [deadlock]
#|       while tl.atomic_add(out_ptr, 0.0) == 0.0:
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: program (0, 0, 0) waits for 'out_ptr' index 0 [0, 0], which is 0
#| note: program (1, 0, 0) waits for 'out_ptr' index 0 [0, 0], which is 0
#| note: program (2, 0, 0) waits for 'out_ptr' index 0 [0, 0], which is 0
#| note: 1 more program waits
#| note: in program (0, 0, 0) of kernel 'scale_kernel', grid (4, 1, 1)
#| fail_deadlock.py:19:5: note: launched here
#|       scale_kernel[(triton.cdiv(n, 1024),)](x, out, n, BLOCK=1024)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#|   0 of 4 trials passed
# EXPECT exit 1
