# RUN: tilewright run %s
"""Two partial attentions merged by their log-sum-exps, infinities included."""
import torch
import triton
import triton.language as tl


@triton.jit
def merge_kernel(out_ptr, a_ptr, a_lse_ptr, b_ptr, b_lse_ptr, D: tl.constexpr):
    row = tl.program_id(0)
    d = tl.arange(0, D)
    a_lse, b_lse = tl.load(a_lse_ptr + row), tl.load(b_lse_ptr + row)
    a_lse = float("-inf") if a_lse == float("inf") else a_lse
    b_lse = float("-inf") if b_lse == float("inf") else b_lse
    top = tl.maximum(a_lse, b_lse)
    a_weight, b_weight = tl.exp(a_lse - top), tl.exp(b_lse - top)
    total = a_weight + b_weight
    a, b = tl.load(a_ptr + row * D + d), tl.load(b_ptr + row * D + d)
    tl.store(out_ptr + row * D + d, a * (a_weight / total) + b * (b_weight / total))


torch.manual_seed(7)
a, b = torch.randn(2, 5, 16)
a_lse, b_lse = torch.randn(2, 5)
a_lse[1], b_lse[2] = float("-inf"), float("inf")
out = torch.empty(5, 16)
merge_kernel[(5,)](out, a, a_lse, b, b_lse, D=16)
b_lse[2] = float("-inf")
weights = torch.stack([a_lse, b_lse]).softmax(0)
torch.testing.assert_close(out, weights[0, :, None] * a + weights[1, :, None] * b, rtol=1e-5, atol=1e-6)
print("merged")
# EXPECT stdout
#| merged
