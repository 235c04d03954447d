# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.autotune(configs=[triton.Config({"BLOCK": 64}), triton.Config({"BLOCK": 128})], key=["n"])
@triton.jit
def scale_kernel(x_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    tl.store(x_ptr + offsets, x * 2, mask=mask)


x = torch.ones(1000, device="cuda")
scale_kernel[lambda meta: (triton.cdiv(1000, meta["BLOCK"]),)](x, 1000)
print(x.sum())
# EXPECT stderr
#| autotune: scale_kernel: BLOCK: 64, num_warps: 4, num_ctas: 1, num_stages: 3 (estimated 3.4 us on h100, best of 2)
#| fail_autotune_in_place.py:17:1: error: autotune runs 'scale_kernel' many times, and each run changes 'x_ptr' further: index 0 is 2 after one run and 4 after two [nondeterministic]
#|   scale_kernel[lambda meta: (triton.cdiv(1000, meta["BLOCK"]),)](x, 1000)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: give triton.autotune restore_value=['x_ptr'], or reset_to_zero=['x_ptr'] if it begins as zeros
# EXPECT exit 1
