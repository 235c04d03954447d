# RUN: tilewright check %s --task task.py
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, out_ptr, counter_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    before = tl.atomic_add(counter_ptr, 1)
    tl.store(out_ptr + offsets, tl.maximum(x, 0.0) * tl.where(before == tl.program_id(0), 2.5, 3.0), mask=mask)


def forward(x):
    out = torch.empty_like(x)
    counter = torch.zeros(1, dtype=torch.int32, device=x.device)
    n = x.numel()
    scale_kernel[(triton.cdiv(n, 1024),)](x, out, counter, n, BLOCK=1024)
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
#| fail_nondeterministic.py: nondeterministic: the result depends on the order in which programs run
#| error: the result depends on the order in which programs run [nondeterministic]
#| note: with the last program first, output[29, 63] is 10.5128, expected 8.76064: 1575 of 3120 elements are outside the tolerance (negative inputs, shape (48, 65))
#|   around output[29, 63], negative inputs, written sizes:
#|     expected      2.07464            0            0     0.434064      8.76064            0
#|     actual        2.48957            0            0     0.520877      10.5128            0
#|   largest error: 1.82e+04 times the tolerance
#|   1 of 4 trials passed
# EXPECT exit 1
