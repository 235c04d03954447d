# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def fill(x, B: tl.constexpr):
    tl.store(x + tl.arange(0, B), 1.0)


x = torch.ones(8, device="cuda")
try:
    fill[(1,)](x, 3)
except triton.CompilationError:
    pass
try:
    fill[(1,)](x, 16)
except Exception:
    print("an access out of bounds was caught")
# EXPECT stderr
#| fail_compile_error_after_a_caught_one.py:9:5: error: store out of bounds: 'x' index 8 (valid: 0..7) in program (0, 0, 0) [out-of-bounds]
#|       tl.store(x + tl.arange(0, B), 1.0)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: 'x' is a tensor of shape [8] and dtype float32
#| note: lane 8 of the block's 16
#| note: the access has no mask
#| note: in program (0, 0, 0) of kernel 'fill', grid (1, 1, 1)
#| fail_compile_error_after_a_caught_one.py:18:5: note: launched here
#|       fill[(1,)](x, 16)
#|       ^~~~~~~~~~~~~~~~~
# EXPECT exit 1
