# RUN: tilewright check %s --task task.py
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, tl.maximum(x, 0.0) * 2.5, mask=mask & (offsets > 0))


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
#| fail_uninitialised_output.py: uninitialised_read: 1 of 3120 elements of output were never written, the first at [0, 0]
#| error: 1 of 3120 elements of output were never written, the first at [0, 0] [uninitialised-read]
#| fail_uninitialised_output.py:16:11: note: allocated here
#|       out = torch.empty_like(x)
#|             ^~~~~~~~~~~~~~~~~~~
#| note: kernels were given this memory, last as 'out_ptr', and did not store to these elements
#| note: 'scale_kernel', grid (4, 1, 1), stored 12476 of its 12480 bytes
#|   0 of 4 trials passed
# EXPECT exit 1
