# RUN: tilewright run %s
""">> keeps the sign of signed integers only."""
import torch
import triton
import triton.language as tl


@triton.jit
def shift_kernel(a_ptr, u_ptr, out_ptr, unsigned_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    a = tl.load(a_ptr + n)
    u = tl.load(u_ptr + n)
    tl.store(out_ptr + n, a >> 3)
    tl.store(out_ptr + N + n, a << (n % 8))
    tl.store(out_ptr + 2 * N + n, (a.to(tl.uint32, bitcast=True) >> 28).to(tl.int32))
    tl.store(unsigned_ptr + n, u >> 2)
    tl.store(unsigned_ptr + N + n, u << 1)


a = torch.arange(-32, 32, dtype=torch.int32) * 1000003
u = torch.arange(64, dtype=torch.uint8) * 4
out = torch.empty(3, 64, dtype=torch.int32)
unsigned = torch.empty(2, 64, dtype=torch.uint8)
shift_kernel[(1,)](a, u, out, unsigned, 64)
n = torch.arange(64, dtype=torch.int32)
assert torch.equal(out[0], a >> 3)
assert torch.equal(out[1], a << (n % 8))
assert torch.equal(out[2].long(), (a.long() & 0xFFFFFFFF) >> 28)
assert torch.equal(unsigned, torch.stack([u >> 2, u << 1]))
print(out[:, 0].tolist(), unsigned[:, 63].tolist())
# EXPECT stdout
#| [-4000012, -32000096, 15] [63, 248]
