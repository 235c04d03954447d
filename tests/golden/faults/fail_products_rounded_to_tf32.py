# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, N: tl.constexpr):
    offsets = tl.arange(0, N)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(c_ptr + offsets, tl.dot(tl.load(a_ptr + offsets), tl.load(b_ptr + offsets)))


a = torch.arange(1024, dtype=torch.float32, device="cuda").reshape(32, 32) / 999
b = a.t().contiguous()
c = torch.empty(32, 32, device="cuda")
matmul_kernel[(1,)](a, b, c, N=32)
torch.testing.assert_close(c, a @ b)
# EXPECT stderr
#| fail_products_rounded_to_tf32.py:17:1: error: AssertionError: Tensor-likes are not close!
#|
#| Mismatched elements: 1023 / 1024 (99.9%)
#| Greatest absolute difference: 0.020355224609375 at index (31, 31) (up to 1e-05 allowed)
#| Greatest relative difference: 0.0009713304461911321 at index (16, 16) (up to 1.3e-06 allowed) [python-exception]
#|   torch.testing.assert_close(c, a @ b)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: a tl.dot of this run rounded its fp32 operands to tf32, as GPUs do where input_precision is not given; differences of about a thousandth of the values come from that: compare with wider tolerances, or give it input_precision="ieee"
# EXPECT exit 1
