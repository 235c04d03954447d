# RUN: tilewright run %s
# NOT IN INTERPRETER: float8 rounding ignores ties
"""Groups of a row to float8, clamped, with one scale a group."""
import torch
import triton
import triton.language as tl


@triton.jit
def quantise_kernel(x_ptr, q_ptr, scale_ptr, limit, GROUP: tl.constexpr):
    group = tl.program_id(0)
    i = group * GROUP + tl.arange(0, GROUP)
    x = tl.load(x_ptr + i)
    scale = tl.maximum(tl.max(tl.abs(x), axis=0), 1e-10) / limit
    q = tl.clamp(x / scale, -limit, limit).to(q_ptr.dtype.element_ty)
    tl.store(q_ptr + i, q)
    tl.store(scale_ptr + group, scale)


torch.manual_seed(2)
x = torch.randn(16, 64)
limit = torch.finfo(torch.float8_e4m3fn).max
q, scale = torch.empty(16, 64, dtype=torch.float8_e4m3fn), torch.empty(16, 2)
quantise_kernel[(32,)](x, q, scale, limit, GROUP=32)
groups = x.view(16, 2, 32)
expected = groups.abs().amax(2) / limit
torch.testing.assert_close(scale, expected)
wanted = (groups / expected[:, :, None]).clamp(-limit, limit).to(torch.float8_e4m3fn)
assert torch.equal(q.view(torch.uint8), wanted.view(16, 64).view(torch.uint8))
print("largest", q.float().abs().max().item())
# EXPECT stdout
#| largest 448.0
