# RUN: tilewright run %s
# NOT IN INTERPRETER: pointers to pointers are not supported
"""Addresses of tensors in a table, loaded and cast to pointers."""
import torch
import triton
import triton.language as tl


@triton.jit
def table_kernel(table_ptr, sizes_ptr, out_ptr, BLOCK: tl.constexpr):
    which = tl.program_id(0)
    x_ptr = tl.load(table_ptr + which).to(tl.pointer_type(tl.float32))
    n = tl.load(sizes_ptr + which)
    i = tl.arange(0, BLOCK)
    tl.store(out_ptr + which, tl.sum(tl.load(x_ptr + i, mask=i < n, other=0.0), axis=0))


tensors = [torch.arange(float(n), device="cuda") for n in (5, 17, 31, 64)]
table = torch.tensor([t.data_ptr() for t in tensors], device="cuda")
sizes = torch.tensor([t.numel() for t in tensors], dtype=torch.int32, device="cuda")
out = torch.empty(4, device="cuda")
table_kernel[(4,)](table, sizes, out, BLOCK=64)
assert out.tolist() == [t.sum().item() for t in tensors]
print(out.tolist())
# EXPECT stdout
#| [10.0, 136.0, 465.0, 2016.0]
