# RUN: tilewright run %s
# NOT IN INTERPRETER: bfloat16 is computed on bit patterns
"""What bfloat16 becomes beside other types."""
import torch
import triton
import triton.language as tl


@triton.jit
def brain_kernel(b_ptr, h_ptr, out_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    b = tl.load(b_ptr + n)
    h = tl.load(h_ptr + n)
    tl.static_assert((b + b).dtype == tl.bfloat16)
    tl.static_assert((b * 2.0).dtype == tl.bfloat16)
    tl.static_assert((b + h).dtype == tl.float16)
    tl.static_assert((b / b).dtype == tl.float32)
    tl.static_assert(tl.sum(b, 0).dtype == tl.bfloat16)
    tl.static_assert(tl.max(b, 0).dtype == tl.float32)
    tl.store(out_ptr + n, b + b * 2.0)
    tl.store(out_ptr + N + n, b * b)
    tl.store(out_ptr + 2 * N + n, -b)
    tl.store(out_ptr + 3 * N + n, b / (b * b + 1.0))


torch.manual_seed(0)
b, h = torch.randn(64).bfloat16(), torch.randn(64).half()
out = torch.empty(4, 64)
brain_kernel[(1,)](b, h, out, 64)
expected = [b + b * 2.0, b * b, -b, b.float() / (b * b + 1.0).float()]
torch.testing.assert_close(out[1:3], torch.stack([row.float() for row in expected[1:3]]))
# A GPU may keep b * 2.0 and b * b unrounded where they are added to.
torch.testing.assert_close(out[[0, 3]], torch.stack([expected[0].float(), expected[3].float()]), rtol=1e-2, atol=1e-2)
print("bfloat16 rounds after every operation")
# EXPECT stdout
#| bfloat16 rounds after every operation
