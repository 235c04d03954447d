# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.autotune(configs=[triton.Config({"BLOCK": 64}), triton.Config({"BLOCK": 128})], key=["n"])
@triton.jit
def sum_kernel(x_ptr, total_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    tl.atomic_add(total_ptr, tl.sum(x, axis=0))


x = torch.ones(1000, device="cuda")
total = torch.zeros(1, device="cuda")
sum_kernel[lambda meta: (triton.cdiv(1000, meta["BLOCK"]),)](x, total, 1000)
print(total.item())
# EXPECT stderr
#| autotune: sum_kernel: BLOCK: 128, num_warps: 4, num_ctas: 1, num_stages: 3 (estimated 3.4 us on h100, best of 2)
#| fail_autotune_accumulator.py:17:1: error: autotune runs 'sum_kernel' many times, and each run changes 'total_ptr' further: index 0 is 1000 after one run and 2000 after two [nondeterministic]
#|   sum_kernel[lambda meta: (triton.cdiv(1000, meta["BLOCK"]),)](x, total, 1000)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: give triton.autotune restore_value=['total_ptr'], or reset_to_zero=['total_ptr'] if it begins as zeros
# EXPECT exit 1
