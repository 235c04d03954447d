# RUN: tilewright run %s
"""AdamW with bias correction, three tensors changed in place."""
import torch
import triton
import triton.language as tl


@triton.jit
def adam_kernel(p_ptr, g_ptr, m_ptr, v_ptr, n, lr, beta1, beta2, eps, decay, correct1, correct2, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    p = tl.load(p_ptr + i, mask=mask)
    g = tl.load(g_ptr + i, mask=mask)
    m = beta1 * tl.load(m_ptr + i, mask=mask) + (1 - beta1) * g
    v = beta2 * tl.load(v_ptr + i, mask=mask) + (1 - beta2) * g * g
    p -= lr * decay * p
    p -= lr * (m / correct1) / (tl.sqrt(v / correct2) + eps)
    tl.store(p_ptr + i, p, mask=mask)
    tl.store(m_ptr + i, m, mask=mask)
    tl.store(v_ptr + i, v, mask=mask)


torch.manual_seed(0)
mine = torch.randn(300)
theirs, first, second = mine.clone(), torch.zeros(300), torch.zeros(300)
m, v = torch.zeros(300), torch.zeros(300)
for step in range(1, 6):
    g = torch.randn(300)
    first.lerp_(g, 0.1)
    second.mul_(0.999).addcmul_(g, g, value=0.001)
    theirs.mul_(1 - 0.01 * 0.1)
    theirs.addcdiv_(first / (1 - 0.9**step), (second / (1 - 0.999**step)).sqrt() + 1e-8, value=-0.01)
    adam_kernel[(3,)](mine, g, m, v, 300, 0.01, 0.9, 0.999, 1e-8, 0.1, 1 - 0.9**step, 1 - 0.999**step, BLOCK=128)
torch.testing.assert_close(mine, theirs, rtol=1e-5, atol=1e-6)
print("five steps of AdamW")
# EXPECT stdout
#| five steps of AdamW
