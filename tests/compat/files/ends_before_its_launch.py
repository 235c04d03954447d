import torch
import triton
import triton.language as tl


@triton.jit
def pair_kernel(x_ptr, out_ptr, FIRST: tl.constexpr, SECOND: tl.constexpr):
    tl.static_assert(FIRST * 7 == SECOND * 13)
    tl.store(out_ptr, tl.load(x_ptr))


@triton.jit
def long_kernel(x_ptr, ROUNDS: tl.constexpr):
    for _ in range(ROUNDS):
        tl.store(x_ptr, tl.load(x_ptr) + 1)


x = torch.zeros(2, device="cuda")
long_kernel[(1,)](x, ROUNDS=1 << 30)
assert x[0].item() == 1 << 30
pair_kernel[(1,)](x, x, FIRST=13, SECOND=7)
