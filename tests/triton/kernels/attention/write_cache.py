# RUN: tilewright run %s
"""New keys and values copied into a paged cache, some as int8 with scales."""
import torch
import triton
import triton.language as tl


@triton.jit
def write_kernel(k_ptr, slot_ptr, cache_ptr, scale_ptr, D: tl.constexpr, QUANTISED: tl.constexpr):
    token = tl.program_id(0)
    slot = tl.load(slot_ptr + token).to(tl.int64)
    if slot < 0:
        return
    d = tl.arange(0, D)
    k = tl.load(k_ptr + token * D + d)
    if QUANTISED:
        scale = tl.max(tl.abs(k), axis=0) / 127.0
        rounded = tl.floor(k / scale + 0.5)
        tl.store(cache_ptr + slot * D + d, rounded.to(tl.int8))
        tl.store(scale_ptr + slot, scale)
    else:
        tl.store(cache_ptr + slot * D + d, k)


torch.manual_seed(8)
k = torch.randn(5, 16)
slots = torch.tensor([7, 2, -1, 0, 9])
plain = torch.zeros(10, 16)
write_kernel[(5,)](k, slots, plain, None, D=16, QUANTISED=False)
codes, scales = torch.zeros(10, 16, dtype=torch.int8), torch.zeros(10)
write_kernel[(5,)](k, slots, codes, scales, D=16, QUANTISED=True)
used = slots[slots >= 0]
assert torch.equal(plain[used], k[slots >= 0])
assert ((codes * scales[:, None] - plain).abs() <= scales[:, None] * 0.51).all()
print("slots", (plain != 0).any(1).nonzero().flatten().tolist())
# EXPECT stdout
#| slots [0, 2, 7, 9]
