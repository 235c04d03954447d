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
        while tl.atomic_cas(flag_ptr + pid - 1, 1, 1) != 1:
            pass
        total += tl.load(carry_ptr + pid - 1)
    tl.store(carry_ptr + pid, total)
    tl.debug_barrier()
    tl.atomic_xchg(flag_ptr + pid, 1)
    if pid == tl.num_programs(0) - 1:
        # All others are followed through the chain.
        tl.store(out_ptr + tl.arange(0, 8), tl.load(carry_ptr + tl.arange(0, 8)))


x = torch.ones(8 * 32, device="cuda")
carry, out = torch.empty(8, device="cuda"), torch.empty(8, device="cuda")
stream_kernel[(8,)](x, carry, torch.zeros(8, dtype=torch.int32, device="cuda"), out, BLOCK=32)
print(out.tolist())
# EXPECT stdout
#| [32.0, 64.0, 96.0, 128.0, 160.0, 192.0, 224.0, 256.0]
