# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def hash_kernel(out_ptr, table_ptr, seed, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    h = (offsets + seed) * 1103515245 + 12345
    h = (h ^ (h >> 15)) * 1540483477
    r = tl.randint(seed, offsets) * 48271
    place = (h & 63) + (r & 63)
    tl.store(out_ptr + offsets, tl.load(table_ptr + place))
    u = (offsets.to(tl.uint32) - 5) + 5  # an unsigned difference that comes back
    tl.store(out_ptr + u, tl.load(out_ptr + u))


table = torch.arange(128, dtype=torch.int32, device="cuda")
out = torch.zeros(64, dtype=torch.int32, device="cuda")
hash_kernel[(1,)](out, table, 99, BLOCK=64)
print(out.min().item() >= 0)
# EXPECT stdout
#| True
