# RUN: tilewright run %s
"""Gradients of attention, recomputed from the log-sum-exp."""
import torch
import triton
import triton.language as tl


@triton.jit
def delta_kernel(out_ptr, do_ptr, delta_ptr, T: tl.constexpr, D: tl.constexpr):
    index = tl.arange(0, T)[:, None] * D + tl.arange(0, D)[None, :] + tl.program_id(0) * T * D
    delta = tl.sum(tl.load(out_ptr + index) * tl.load(do_ptr + index), axis=1)
    tl.store(delta_ptr + tl.program_id(0) * T + tl.arange(0, T), delta)


@triton.jit
def key_kernel(q_ptr, k_ptr, v_ptr, do_ptr, lse_ptr, delta_ptr, dk_ptr, dv_ptr, scale, T, B: tl.constexpr, D: tl.constexpr):
    head = tl.program_id(1) * T * D
    d = tl.arange(0, D)[None, :]
    n = tl.program_id(0) * B + tl.arange(0, B)
    k, v = tl.load(k_ptr + head + n[:, None] * D + d), tl.load(v_ptr + head + n[:, None] * D + d)
    dk, dv = tl.zeros((B, D), dtype=tl.float32), tl.zeros((B, D), dtype=tl.float32)
    for start in range(0, T, B):
        m = start + tl.arange(0, B)
        q, do = tl.load(q_ptr + head + m[:, None] * D + d), tl.load(do_ptr + head + m[:, None] * D + d)
        lse, delta = tl.load(lse_ptr + tl.program_id(1) * T + m), tl.load(delta_ptr + tl.program_id(1) * T + m)
        p = tl.exp(tl.dot(q, tl.trans(k), input_precision="ieee") * scale - lse[:, None])
        dv = tl.dot(tl.trans(p), do, dv, input_precision="ieee")
        ds = p * (tl.dot(do, tl.trans(v), input_precision="ieee") - delta[:, None]) * scale
        dk = tl.dot(tl.trans(ds), q, dk, input_precision="ieee")
    tl.store(dk_ptr + head + n[:, None] * D + d, dk)
    tl.store(dv_ptr + head + n[:, None] * D + d, dv)


@triton.jit
def query_kernel(q_ptr, k_ptr, v_ptr, do_ptr, lse_ptr, delta_ptr, dq_ptr, scale, T, B: tl.constexpr, D: tl.constexpr):
    head = tl.program_id(1) * T * D
    d = tl.arange(0, D)[None, :]
    m = tl.program_id(0) * B + tl.arange(0, B)
    q, do = tl.load(q_ptr + head + m[:, None] * D + d), tl.load(do_ptr + head + m[:, None] * D + d)
    lse, delta = tl.load(lse_ptr + tl.program_id(1) * T + m), tl.load(delta_ptr + tl.program_id(1) * T + m)
    dq = tl.zeros((B, D), dtype=tl.float32)
    for start in range(0, T, B):
        n = start + tl.arange(0, B)
        k, v = tl.load(k_ptr + head + n[:, None] * D + d), tl.load(v_ptr + head + n[:, None] * D + d)
        p = tl.exp(tl.dot(q, tl.trans(k), input_precision="ieee") * scale - lse[:, None])
        ds = p * (tl.dot(do, tl.trans(v), input_precision="ieee") - delta[:, None]) * scale
        dq = tl.dot(ds, k, dq, input_precision="ieee")
    tl.store(dq_ptr + head + m[:, None] * D + d, dq)


torch.manual_seed(1)
H, T, D = 3, 32, 16
q, k, v = (torch.randn(H, T, D, requires_grad=True) for _ in range(3))
do = torch.randn(H, T, D)
scores = q @ k.transpose(1, 2) * 0.25
out = scores.softmax(2) @ v
expected = torch.autograd.grad(out, (q, k, v), do)
lse, out = scores.logsumexp(2).detach(), out.detach()
q, k, v = q.detach(), k.detach(), v.detach()
delta, dq, dk, dv = torch.empty(H, T), torch.empty_like(q), torch.empty_like(k), torch.empty_like(v)
delta_kernel[(H,)](out, do, delta, T, D)
key_kernel[(T // 16, H)](q, k, v, do, lse, delta, dk, dv, 0.25, T, B=16, D=D)
query_kernel[(T // 16, H)](q, k, v, do, lse, delta, dq, 0.25, T, B=16, D=D)
for name, actual, wanted in zip("qkv", (dq, dk, dv), expected):
    torch.testing.assert_close(actual, wanted, rtol=1e-4, atol=1e-5)
    print("gradient of", name, "holds")
# EXPECT stdout
#| gradient of q holds
#| gradient of k holds
#| gradient of v holds
