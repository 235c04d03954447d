# RUN: tilewright run %s
"""KL divergence, Jensen-Shannon and total variation of distributions."""
import torch
import triton
import triton.language as tl


@triton.jit
def divergence_kernel(p_ptr, q_ptr, out_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    n = tl.arange(0, BLOCK)
    p = tl.load(p_ptr + row * N + n, mask=n < N, other=0.0)
    q = tl.load(q_ptr + row * N + n, mask=n < N, other=0.0)
    inside = n < N
    kl = tl.where(inside & (p > 0), p * tl.log(tl.where(inside, p / q, 1.0)), 0.0)
    m = 0.5 * (p + q)
    js = tl.where(inside, 0.5 * (p * tl.log(p / m) + q * tl.log(q / m)), 0.0)
    tl.store(out_ptr + row * 3, tl.sum(kl, axis=0))
    tl.store(out_ptr + row * 3 + 1, tl.sum(js, axis=0))
    tl.store(out_ptr + row * 3 + 2, 0.5 * tl.sum(tl.abs(p - q), axis=0))


torch.manual_seed(1)
p, q = torch.randn(10, 50).softmax(1), torch.randn(10, 50).softmax(1)
out = torch.empty(10, 3)
divergence_kernel[(10,)](p, q, out, 50, BLOCK=64)
m = (p + q) / 2
kl = torch.nn.functional.kl_div(q.log(), p, reduction="none").sum(1)
js = (p * (p / m).log() + q * (q / m).log()).sum(1) / 2
torch.testing.assert_close(out, torch.stack([kl, js, (p - q).abs().sum(1) / 2], 1), rtol=1e-4, atol=1e-5)
print("divergences hold")
# EXPECT stdout
#| divergences hold
