# RUN: tilewright run %s
"""A selective state-space layer (Mamba): the state is carried along time."""
import torch
import triton
import triton.language as tl


@triton.jit
def scan_kernel(x_ptr, dt_ptr, a_ptr, b_ptr, c_ptr, d_ptr, out_ptr, T, DIM, BD: tl.constexpr, S: tl.constexpr):
    batch = tl.program_id(0)
    d = tl.program_id(1) * BD + tl.arange(0, BD)
    s = tl.arange(0, S)
    a = tl.load(a_ptr + d[:, None] * S + s[None, :], mask=d[:, None] < DIM, other=0.0)
    skip = tl.load(d_ptr + d, mask=d < DIM, other=0.0)
    state = tl.zeros((BD, S), dtype=tl.float32)
    for t in range(T):
        at = (batch * T + t) * DIM + d
        x = tl.load(x_ptr + at, mask=d < DIM, other=0.0)
        dt = tl.load(dt_ptr + at, mask=d < DIM, other=0.0)
        dt = tl.where(dt > 20.0, dt, tl.log(1.0 + tl.exp(dt)))
        b = tl.load(b_ptr + (batch * T + t) * S + s)
        c = tl.load(c_ptr + (batch * T + t) * S + s)
        state = state * tl.exp(dt[:, None] * a) + (dt * x)[:, None] * b[None, :]
        tl.store(out_ptr + at, tl.sum(state * c[None, :], axis=1) + skip * x, mask=d < DIM)


torch.manual_seed(1)
B, T, DIM, S = 2, 12, 10, 8
x, dt = torch.randn(2, B, T, DIM)
a, skip = -torch.rand(DIM, S), torch.randn(DIM)
b, c = torch.randn(2, B, T, S)
out = torch.empty(B, T, DIM)
scan_kernel[(B, 2)](x, dt, a, b, c, skip, out, T, DIM, BD=8, S=S)
step = torch.nn.functional.softplus(dt)
state = torch.zeros(B, DIM, S)
for t in range(T):
    state = state * (step[:, t, :, None] * a).exp() + (step[:, t] * x[:, t])[:, :, None] * b[:, t, None, :]
    torch.testing.assert_close(out[:, t], (state * c[:, t, None, :]).sum(2) + skip * x[:, t], rtol=1e-4, atol=1e-5)
print("states carried over", T, "steps")
# EXPECT stdout
#| states carried over 12 steps
