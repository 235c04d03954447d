# RUN: tilewright check %s --task task.py
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets + 1, tl.maximum(x, 0.0) * 2.5, mask=mask)


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
#| fail_out_of_bounds_store.py: memory_fault: store out of bounds: 'out_ptr' index 3120 [48, 0] (valid: 0..3119) in program (3, 0, 0)
#| fail_out_of_bounds_store.py:12:5: error: store out of bounds: 'out_ptr' index 3120 [48, 0] (valid: 0..3119) in program (3, 0, 0) [out-of-bounds]
#|       tl.store(out_ptr + offsets + 1, tl.maximum(x, 0.0) * 2.5, mask=mask)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: 'out_ptr' is a tensor of shape [48, 65] and dtype float32
#| note: lane 47 of the block's 1024
#| note: in program (3, 0, 0) of kernel 'scale_kernel', grid (4, 1, 1)
#| fail_out_of_bounds_store.py:18:5: note: launched here
#|       scale_kernel[(triton.cdiv(n, 1024),)](x, out, n, BLOCK=1024)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#|   0 of 4 trials passed
# EXPECT exit 1
