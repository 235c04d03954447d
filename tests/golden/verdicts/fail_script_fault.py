# RUN: tilewright check %s 
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

x = torch.ones(100, device="cuda")
print(forward(x))
# EXPECT stdout
#| fail_script_fault.py: memory_fault: load out of bounds: 'x_ptr' index 100 (valid: 0..99) in program (0, 0, 0)
#| fail_script_fault.py:11:9: error: load out of bounds: 'x_ptr' index 100 (valid: 0..99) in program (0, 0, 0) [out-of-bounds]
#|       x = tl.load(x_ptr + offsets)
#|           ^~~~~~~~~~~~~~~~~~~~~~~~
#| note: 'x_ptr' is a tensor of shape [100] and dtype float32
#| note: lane 100 of the block's 1024
#| note: the access has no mask
#| note: in program (0, 0, 0) of kernel 'scale_kernel', grid (1, 1, 1)
#| fail_script_fault.py:18:5: note: launched here
#|       scale_kernel[(triton.cdiv(n, 1024),)](x, out, n, BLOCK=1024)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#|   0 of 0 trials passed
# EXPECT exit 1
