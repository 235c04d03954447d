# RUN: tilewright run %s
"""Block pointers moved in front of the tensor and back."""
import torch
import triton
import triton.language as tl


@triton.jit
def difference_kernel(x_ptr, out_ptr, N, BLOCK: tl.constexpr):
    start = tl.program_id(0) * BLOCK
    here = tl.make_block_ptr(x_ptr, (N,), (1,), (start,), (BLOCK,), (0,))
    before = tl.advance(here, (-1,))
    change = tl.load(here, boundary_check=(0,), padding_option="zero") - tl.load(before, boundary_check=(0,),
                                                                                 padding_option="zero")
    tl.store(tl.make_block_ptr(out_ptr, (N,), (1,), (start,), (BLOCK,), (0,)), change, boundary_check=(0,))


x = torch.randn(100).cumsum(0)
out = torch.empty_like(x)
difference_kernel[(4,)](x, out, 100, BLOCK=32)
torch.testing.assert_close(out, torch.diff(x, prepend=torch.zeros(1)))
print("differences hold")
# EXPECT stdout
#| differences hold
