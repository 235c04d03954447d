# RUN: tilewright run %s
"""A global norm by atomics, then clipped gradients for a Lion step."""
import torch
import triton
import triton.language as tl


@triton.jit
def norm_kernel(g_ptr, total_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    g = tl.load(g_ptr + i, mask=i < n, other=0.0)
    tl.atomic_add(total_ptr, tl.sum(g * g, axis=0))


@triton.jit
def lion_kernel(p_ptr, g_ptr, m_ptr, total_ptr, n, lr, decay, beta1, beta2, limit, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    scale = tl.minimum(limit / (tl.sqrt(tl.load(total_ptr)) + 1e-6), 1.0)
    g = tl.load(g_ptr + i, mask=mask, other=0.0) * scale
    m = tl.load(m_ptr + i, mask=mask, other=0.0)
    update = m * beta1 + g * (1 - beta1)
    sign = tl.where(update > 0, 1.0, tl.where(update < 0, -1.0, 0.0))
    p = tl.load(p_ptr + i, mask=mask, other=0.0) * (1 - lr * decay)
    tl.store(p_ptr + i, p - lr * sign, mask=mask)
    tl.store(m_ptr + i, m * beta2 + g * (1 - beta2), mask=mask)


torch.manual_seed(1)
p, g, m = torch.randn(3, 500)
total = torch.zeros(1)
scaled = g * torch.clamp(1.0 / (g.norm() + 1e-6), max=1.0)
expected = p * (1 - 0.01 * 0.1) - 0.01 * (m * 0.9 + scaled * 0.1).sign()
expected_m = m * 0.99 + scaled * 0.01
norm_kernel[(4,)](g, total, 500, BLOCK=128)
lion_kernel[(4,)](p, g, m, total, 500, 0.01, 0.1, 0.9, 0.99, 1.0, BLOCK=128)
torch.testing.assert_close(p, expected, rtol=1e-5, atol=1e-6)
torch.testing.assert_close(m, expected_m, rtol=1e-5, atol=1e-6)
print("norm", round(total.sqrt().item() / g.norm().item(), 4))
# EXPECT stdout
#| norm 1.0
