# RUN: tilewright run %s
"""Memory orders and scopes are accepted by every atomic."""
import torch
import triton
import triton.language as tl


@triton.jit
def count_kernel(out_ptr):
    tl.atomic_add(out_ptr, 1, sem="relaxed")
    tl.atomic_add(out_ptr + 1, 1, sem="release", scope="gpu")
    tl.atomic_add(out_ptr + 2, 1, sem="acquire", scope="sys")
    tl.atomic_add(out_ptr + 3, 1, sem="acq_rel", scope="sys")
    tl.atomic_max(out_ptr + 4, tl.program_id(0), sem="relaxed", scope="gpu")
    tl.atomic_xchg(out_ptr + 5, 7, sem="release", scope="sys")
    tl.atomic_cas(out_ptr + 6, 0, 9, sem="acquire", scope="gpu")
    # Of one program's threads: other programs need places of their own.
    tl.atomic_add(out_ptr + 7 + tl.program_id(0), 3, scope="cta")


out = torch.zeros(12, dtype=torch.int32)
count_kernel[(5,)](out)
print(out.tolist())
assert out.tolist() == [5, 5, 5, 5, 4, 7, 9, 3, 3, 3, 3, 3]
# EXPECT stdout
#| [5, 5, 5, 5, 4, 7, 9, 3, 3, 3, 3, 3]
