# RUN: tilewright check %s --task task.py --json
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets)
    tl.store(out_ptr + offsets, tl.maximum(x, 0.0) * 2.5, mask=mask)


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
#| {"diagnostics":[{"column":9,"end_column":33,"file":"fail_json.py","kind":"out-of-bounds","line":11,"message":"load out of bounds: 'x_ptr' index 3120 [48, 0] (valid: 0..3119) in program (3, 0, 0)","notes":[{"kind":"","message":"'x_ptr' is a tensor of shape [48, 65] and dtype float32","severity":"note"},{"kind":"","message":"lane 48 of the block's 1024","severity":"note"},{"kind":"","message":"the access has no mask","severity":"note"},{"kind":"","message":"in program (3, 0, 0) of kernel 'scale_kernel', grid (4, 1, 1)","severity":"note"},{"column":5,"end_column":65,"file":"fail_json.py","kind":"","line":18,"message":"launched here","severity":"note","source_line":"    scale_kernel[(triton.cdiv(n, 1024),)](x, out, n, BLOCK=1024)"}],"severity":"error","source_line":"    x = tl.load(x_ptr + offsets)"}],"error_in_tolerances":0.0,"fuel":951,"launches":[],"sampling":{"basis":"whole","key":"0000000000000000"},"schema":1,"status":"memory_fault","summary":"load out of bounds: 'x_ptr' index 3120 [48, 0] (valid: 0..3119) in program (3, 0, 0)","timed_sizes":{},"trials":4,"trials_passed":0}
# EXPECT exit 1
