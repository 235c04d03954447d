# RUN: tilewright run %s
"""Cache modifiers, eviction policies, volatile loads and optimiser hints change no value."""
import torch
import triton
import triton.language as tl


@triton.jit
def hinted_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    start = tl.multiple_of(tl.program_id(0) * BLOCK, BLOCK)
    i = tl.max_contiguous(tl.multiple_of(start + tl.arange(0, BLOCK), BLOCK), BLOCK)
    tl.assume(n > 0)
    mask = i < n
    a = tl.load(x_ptr + i, mask=mask, other=0.0, eviction_policy="evict_last")
    b = tl.load(x_ptr + i, mask=mask, other=0.0, cache_modifier=".cg")
    c = tl.load(x_ptr + i, mask=mask, other=0.0, volatile=True)
    tl.debug_barrier()
    tl.store(out_ptr + i, a + b, mask=mask, cache_modifier=".wb")
    tl.store(out_ptr + n + i, a + c, mask=mask, eviction_policy="evict_first")


x = torch.randn(1000)
out = torch.empty(2, 1000)
hinted_kernel[(8,)](x, out, 1000, BLOCK=128, num_warps=4, num_stages=2)
assert torch.equal(out, torch.stack([x + x, x + x]))
print("hints are hints")
# EXPECT stdout
#| hints are hints
