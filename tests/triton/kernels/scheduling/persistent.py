# RUN: tilewright run %s
"""A fixed number of programs walks over all tiles."""
import torch
import triton
import triton.language as tl


@triton.jit
def persistent_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    tiles = tl.cdiv(n, BLOCK)
    for tile in tl.range(tl.program_id(0), tiles, tl.num_programs(0), flatten=True):
        i = tile * BLOCK + tl.arange(0, BLOCK)
        tl.store(out_ptr + i, tl.sqrt(tl.load(x_ptr + i, mask=i < n, other=0.0)), mask=i < n)


x = torch.rand(5000)
out = torch.empty_like(x)
persistent_kernel[(6,)](x, out, 5000, BLOCK=128)
torch.testing.assert_close(out, x.sqrt())
print(triton.cdiv(5000, 128), "tiles by 6 programs")
# EXPECT stdout
#| 40 tiles by 6 programs
