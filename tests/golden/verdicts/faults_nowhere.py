# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def careful_kernel(x_ptr, rows_ptr, out_ptr, hash_ptr, n, BLOCK: tl.constexpr):
    # All of these wrap, divide by zero or leave a range in lanes that are masked off, replaced or hashed.
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    row = tl.load(rows_ptr + offsets, mask=mask, other=2147483647)
    x = tl.load(x_ptr + row * 65536, mask=mask, other=1e30)
    level = tl.where(x < 100.0, x, 100.0).to(tl.int8)
    share = tl.where(row > 0, 100 // row, 0)
    hashed = (row * 1103515245 + 12345) % 16
    tl.device_assert(x < 100.0, "small", mask=mask)
    tl.store(out_ptr + offsets, level + share + tl.load(x_ptr + tl.abs(hashed)).to(tl.int32), mask=mask)
    tl.store(hash_ptr + offsets, row * 1103515245, mask=mask)


x = torch.ones(64, device="cuda")
rows = torch.zeros(20, dtype=torch.int32, device="cuda")
out = torch.empty(20, dtype=torch.int32, device="cuda")
hashes = torch.empty(20, dtype=torch.int32, device="cuda")
careful_kernel[(2,)](x, rows, out, hashes, 20, BLOCK=16)
print(out.sum().item())
# EXPECT stdout
#| 40
