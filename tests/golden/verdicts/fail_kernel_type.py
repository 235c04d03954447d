# RUN: tilewright check %s --task task.py
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    tl.store(out_ptr + x, x, mask=mask)


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
#| fail_kernel_type.py: compile_error: invalid operands of type pointer<fp32> and fp32
#| fail_kernel_type.py:12:14: error: invalid operands of type pointer<fp32> and fp32 [kernel-type]
#|       tl.store(out_ptr + x, x, mask=mask)
#|                ^~~~~~~~~~~
#| note: an offset is a whole number; / gives floats: divide by // where it comes from a division
#| fail_kernel_type.py:18:5: note: launched here
#|       scale_kernel[(triton.cdiv(n, 1024),)](x, out, n, BLOCK=1024)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#|   0 of 4 trials passed
# EXPECT exit 1
