# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.autotune(configs=[triton.Config({"BLOCK": 128}), triton.Config({"BLOCK": 256})], key=["n"])
@triton.jit
def column_sum_kernel(x_ptr, total_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(total_ptr, tl.sum(tl.load(x_ptr + offsets, mask=offsets < n, other=0.0), axis=0))


x = torch.ones(512, device="cuda")
total = torch.zeros(1, device="cuda")
column_sum_kernel[lambda meta: (triton.cdiv(512, meta["BLOCK"]),)](x, total, 512)
# EXPECT stderr
#| autotune: column_sum_kernel: BLOCK: 128, num_warps: 4, num_ctas: 1, num_stages: 3 (estimated 3.4 us on h100, best of 2)
#| fail_autotune_accumulates.py:16:1: error: autotune runs 'column_sum_kernel' many times, and each run changes 'total_ptr' further: index 0 is 512 after one run and 1024 after two [nondeterministic]
#|   column_sum_kernel[lambda meta: (triton.cdiv(512, meta["BLOCK"]),)](x, total, 512)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: give triton.autotune restore_value=['total_ptr'], or reset_to_zero=['total_ptr'] if it begins as zeros
# EXPECT exit 1
