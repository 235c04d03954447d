# RUN: tilewright run %s
"""Heuristics compute constants from the arguments, below an autotuner."""
import torch
import triton
import triton.language as tl


@triton.autotune(configs=[triton.Config({}, num_warps=4)], key=["n"])
@triton.heuristics({
    "BLOCK": lambda args: triton.next_power_of_2(args["n"]),
    "EVEN": lambda args: args["n"] == args["BLOCK"],
})
@triton.jit
def sum_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr, EVEN: tl.constexpr):
    i = tl.arange(0, BLOCK)
    if EVEN:
        x = tl.load(x_ptr + i)
    else:
        x = tl.load(x_ptr + i, mask=i < n, other=0.0)
    tl.store(out_ptr, tl.sum(x, axis=0) + EVEN)


for n in (100, 128):
    out = torch.empty(1)
    sum_kernel[(1,)](torch.ones(n), out, n)
    print(n, out.item())
    assert out.item() == n + (n == 128)
# EXPECT stdout
#| 100 100.0
#| 128 129.0
