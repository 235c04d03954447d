# RUN: tilewright check %s --task task.py --json
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, tl.maximum(x, 0.0) * 2.0, mask=mask)


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
        return torch.relu(x) * 2.0


def get_inputs():
    return [torch.randn(48, 65)]


def get_init_inputs():
    return []
# EXPECT stdout
#| {"diagnostics":[],"error_in_tolerances":0.0,"fuel":167612,"launches":[{"atomic_conflicts":0,"atomics":0,"barriers":0,"dots":[],"float_operations":8192,"grid":[4,1,1],"integer_operations":20484,"kernel":"scale_kernel","loop_iterations":0,"max_atomics_on_address":0,"max_block_elements":1024,"max_program_bytes":8192,"max_program_loads":1,"num_stages":3,"num_warps":4,"operations":[{"arithmetic":12292,"dtype":"int32","special":0},{"arithmetic":8192,"dtype":"int64","special":0},{"arithmetic":8192,"dtype":"float32","special":0}],"programs":4,"reductions":0,"registers":40,"schema":2,"shared_bytes":0,"special_operations":0,"tensors":[{"bytes_loaded":12480,"bytes_stored":0,"sectors_loaded":390,"sectors_stored":0,"tensor":"x_ptr","unique_bytes":12480},{"bytes_loaded":0,"bytes_stored":12480,"sectors_loaded":0,"sectors_stored":390,"tensor":"out_ptr","unique_bytes":12480}]}],"sampling":{"basis":"whole","key":"0000000000000000"},"schema":1,"status":"correct","summary":"correct in 4 trials, largest error 0 of the tolerance, estimated 3.41 us on h100 (launch)","time":{"baseline":"","baseline_microseconds":0.0,"chip":"h100","kind":"estimated","limiter":"launch","microseconds":3.4089256704596607,"speedup":0.0},"timed_sizes":{},"trials":4,"trials_passed":4}
