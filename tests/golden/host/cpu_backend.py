# RUN: tilewright run %s
# What files written for triton-cpu use: its helper for packed operands, and products of fp32 that are exact.
import torch
import triton
import triton.language as tl


@triton.jit
def unpack(x_ptr, out_ptr, K: tl.constexpr, N: tl.constexpr, FACTOR: tl.constexpr):
    rows, columns = tl.arange(0, K // FACTOR)[:, None], tl.arange(0, N * FACTOR)[None, :]
    x = tl.extra.cpu.vnni_decode(tl.load(x_ptr + rows * N * FACTOR + columns))
    tl.store(out_ptr + tl.arange(0, K)[:, None] * N + tl.arange(0, N)[None, :], x)


@triton.jit
def product(a_ptr, out_ptr):
    i = tl.arange(0, 16)[:, None] * 16 + tl.arange(0, 16)[None, :]
    tl.store(out_ptr + i, tl.dot(tl.load(a_ptr + i), tl.load(a_ptr + i)))


for dtype, factor in ((torch.bfloat16, 2), (torch.int8, 4)):
    x = torch.arange(64).reshape(16, 4).to(dtype)
    packed = x.reshape(16 // factor, factor, 4).transpose(1, 2).contiguous()
    out = torch.empty_like(x)
    unpack[(1,)](packed, out, K=16, N=4, FACTOR=factor)
    print(torch.equal(out, x))

a, out = torch.randn(16, 16), torch.empty(16, 16)
for choose in (triton.runtime.driver.set_active_to_cpu, triton.runtime.driver.set_active_to_gpu):
    choose()
    product[(1,)](a, out)
    print(triton.runtime.driver.active.get_current_target().backend, (out - a @ a).abs().max().item() < 1e-5)
# EXPECT stdout
#| True
#| True
#| cpu True
#| cuda False
