# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.autotune(configs=[triton.Config({"BLOCK": 128}), triton.Config({"BLOCK": 256})], key=["n"])
@triton.jit
def copy_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets, mask=offsets < n), mask=offsets < n)


x = torch.ones(512, device="cuda")
copy_kernel[(2,)](x, torch.empty_like(x), 512, BLOCK=256)
# EXPECT stderr
#| fail_autotune_conflict.py:15:1: error: ValueError: Conflicting meta-parameters: BLOCK. Make sure that you don't re-define auto-tuned symbols. [python-exception]
#|   copy_kernel[(2,)](x, torch.empty_like(x), 512, BLOCK=256)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_autotune_conflict.py:15:1: note: called from here
#|   copy_kernel[(2,)](x, torch.empty_like(x), 512, BLOCK=256)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
