# RUN: tilewright run %s
"""Every atomic on int32: results and returned values."""
import torch
import triton
import triton.language as tl


@triton.jit
def atomic_kernel(out_ptr, old_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    pid = tl.program_id(0)
    tl.atomic_add(out_ptr + n, n + pid)
    tl.atomic_max(out_ptr + N + n, n * pid)
    tl.atomic_min(out_ptr + 2 * N + n, -n * pid)
    tl.atomic_and(out_ptr + 3 * N + n, ~(1 << pid))
    tl.atomic_or(out_ptr + 4 * N + n, 1 << pid)
    tl.atomic_xor(out_ptr + 5 * N + n, n + pid)
    old = tl.atomic_xchg(out_ptr + 6 * N + n, n)
    tl.store(old_ptr + pid * N + n, old)


N, P = 16, 4
out = torch.zeros(7, N, dtype=torch.int32)
out[3] = -1
old = torch.empty(P, N, dtype=torch.int32)
atomic_kernel[(P,)](out, old, N)
n = torch.arange(N, dtype=torch.int32)
xor = n ^ (n + 1) ^ (n + 2) ^ (n + 3)
expected = [P * n + 6, 3 * n, -3 * n, torch.full((N,), -16), torch.full((N,), 15), xor, n]
assert torch.equal(out.long(), torch.stack([row.long() for row in expected]))
assert old.sum(0).tolist() == (3 * n).tolist()
print(out[:, 5].tolist())
# EXPECT stdout
#| [26, 15, -15, -16, 15, 12, 5]
