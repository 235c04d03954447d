# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def stream_kernel(x_ptr, carry_ptr, flag_ptr, out_ptr, BLOCK: tl.constexpr):
    # Each program adds its block to what the one before it hands over, through memory.
    pid = tl.program_id(0)
    total = tl.sum(tl.load(x_ptr + pid * BLOCK + tl.arange(0, BLOCK)), axis=0)
    if pid > 0:
        while tl.atomic_cas(flag_ptr + pid - 1, 1, 1, sem="acquire") != 1:
            pass
        total += tl.load(carry_ptr + pid - 1)
    tl.store(carry_ptr + pid, total)
    tl.debug_barrier()
    if pid == 3:
        tl.atomic_xchg(flag_ptr + pid, 1, sem="relaxed")
    else:
        tl.atomic_xchg(flag_ptr + pid, 1, sem="release")
    if pid == tl.num_programs(0) - 1:
        # All others are followed through the chain.
        tl.store(out_ptr + tl.arange(0, 8), tl.load(carry_ptr + tl.arange(0, 8)))


x = torch.ones(8 * 32, device="cuda")
carry, out = torch.empty(8, device="cuda"), torch.empty(8, device="cuda")
stream_kernel[(8,)](x, carry, torch.zeros(8, dtype=torch.int32, device="cuda"), out, BLOCK=32)
print(out.tolist())
# EXPECT stderr
#| fail_race_chain_with_a_gap.py:15:18: error: race: 'carry_ptr' index 3 is read by program (4, 0, 0) and written by program (3, 0, 0) [race]
#|           total += tl.load(carry_ptr + pid - 1)
#|                    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_race_chain_with_a_gap.py:16:5: note: it is written by program (3, 0, 0) here
#|       tl.store(carry_ptr + pid, total)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: programs of one launch run in any order; give each its own elements, use atomics, or launch twice
#| note: in program (4, 0, 0) of kernel 'stream_kernel', grid (8, 1, 1)
#| fail_race_chain_with_a_gap.py:29:1: note: launched here
#|   stream_kernel[(8,)](x, carry, torch.zeros(8, dtype=torch.int32, device="cuda"), out, BLOCK=32)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
