# RUN: tilewright run %s
"""Stream-K: programs take equal shares of all inner steps and lock the tiles they share."""
import torch
import triton
import triton.language as tl


@triton.jit
def streamk_kernel(a_ptr, b_ptr, c_ptr, lock_ptr, M, N, K, steps_per_tile, total_steps, BM: tl.constexpr,
                   BN: tl.constexpr, BK: tl.constexpr):
    share = tl.cdiv(total_steps, tl.num_programs(0))
    step = tl.program_id(0) * share
    last = min(step + share, total_steps)
    while step < last:
        tile = step // steps_per_tile
        inner = step % steps_per_tile
        count = min(last - step, steps_per_tile - inner)
        m = tile // tl.cdiv(N, BN) * BM + tl.arange(0, BM)
        n = tile % tl.cdiv(N, BN) * BN + tl.arange(0, BN)
        acc = tl.zeros((BM, BN), dtype=tl.float32)
        for s in range(inner, inner + count):
            k = s * BK + tl.arange(0, BK)
            a = tl.load(a_ptr + m[:, None] * K + k[None, :])
            b = tl.load(b_ptr + k[:, None] * N + n[None, :])
            acc = tl.dot(a, b, acc, input_precision="ieee")
        c_ptrs = c_ptr + m[:, None] * N + n[None, :]
        if count == steps_per_tile:
            tl.store(c_ptrs, acc)
        else:
            while tl.atomic_cas(lock_ptr + tile, 0, 1) != 0:
                pass
            tl.store(c_ptrs, tl.load(c_ptrs) + acc)
            tl.debug_barrier()
            tl.atomic_xchg(lock_ptr + tile, 0)
        step += count


torch.manual_seed(1)
M, N, K = 64, 48, 80
a, b = torch.randn(M, K), torch.randn(K, N)
c = torch.zeros(M, N)
locks = torch.zeros(12, dtype=torch.int32)
streamk_kernel[(7,)](a, b, c, locks, M, N, K, 5, 60, BM=16, BN=16, BK=16)
torch.testing.assert_close(c, a @ b, rtol=1e-4, atol=1e-4)
print("60 steps by 7 programs")
# EXPECT stdout
#| 60 steps by 7 programs
