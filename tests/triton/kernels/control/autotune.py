# RUN: tilewright run %s
# IGNORE stderr
# NOT IN INTERPRETER: tuning needs a driver of a device
"""Configurations, a key, pruning and a hook; the result is that of any of them."""
import torch
import triton
import triton.language as tl


@triton.autotune(
    configs=[triton.Config({"BLOCK": size}, num_warps=warps) for size in (64, 256) for warps in (2, 4)],
    key=["n"],
    reset_to_zero=["count_ptr"],
)
@triton.jit
def scale_kernel(x_ptr, out_ptr, count_ptr, n, factor, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.store(out_ptr + i, tl.load(x_ptr + i, mask=mask) * factor, mask=mask)
    tl.atomic_add(count_ptr, tl.sum(mask.to(tl.int32), axis=0))


x = torch.randn(1000)
out, count = torch.empty_like(x), torch.zeros(1, dtype=torch.int32)
scale_kernel[lambda meta: (triton.cdiv(1000, meta["BLOCK"]),)](x, out, count, 1000, 2.0)
assert torch.equal(out, x * 2)
print("lanes counted:", count.item())
# EXPECT stdout
#| lanes counted: 1000
