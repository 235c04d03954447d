# RUN: tilewright run %s
"""The delta rule, step by step, forward only."""
import torch
import triton
import triton.language as tl


@triton.jit
def delta_kernel(q_ptr, k_ptr, v_ptr, beta_ptr, out_ptr, T, D: tl.constexpr):
    head = tl.program_id(0)
    d = tl.arange(0, D)
    state = tl.zeros((D, D), dtype=tl.float32)
    for t in range(T):
        at = (head * T + t) * D
        k, v, q = tl.load(k_ptr + at + d), tl.load(v_ptr + at + d), tl.load(q_ptr + at + d)
        error = (v - tl.sum(state * k[None, :], axis=1)) * tl.load(beta_ptr + head * T + t)
        state += error[:, None] * k[None, :]
        tl.store(out_ptr + at + d, tl.sum(state * q[None, :], axis=1))


torch.manual_seed(3)
q, v = torch.randn(2, 3, 20, 8)
k, beta = torch.nn.functional.normalize(torch.randn(3, 20, 8), dim=2), torch.rand(3, 20)
out = torch.empty_like(q)
delta_kernel[(3,)](q, k, v, beta, out, 20, D=8)
state = torch.zeros(3, 8, 8)
for t in range(20):
    error = (v[:, t] - torch.einsum("hij,hj->hi", state, k[:, t])) * beta[:, t, None]
    state = state + error[:, :, None] * k[:, t, None, :]
    torch.testing.assert_close(out[:, t], torch.einsum("hij,hj->hi", state, q[:, t]), rtol=1e-4, atol=1e-5)
print("delta rule holds")
# EXPECT stdout
#| delta rule holds
