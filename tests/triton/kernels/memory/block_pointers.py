# RUN: tilewright run %s
"""make_block_ptr, advance and boundary_check over a ragged matrix."""
import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, out_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr):
    x = tl.make_block_ptr(base=x_ptr, shape=(M, N), strides=(N, 1), offsets=(tl.program_id(0) * BM, 0),
                          block_shape=(BM, BN), order=(1, 0))
    out = tl.make_block_ptr(base=out_ptr, shape=(M, N), strides=(N, 1), offsets=(tl.program_id(0) * BM, 0),
                            block_shape=(BM, BN), order=(1, 0))
    for start in range(0, N, BN):
        tile = tl.load(x, boundary_check=(0, 1), padding_option="zero")
        tl.store(out, tile * 3.0 + start, boundary_check=(0, 1))
        x = tl.advance(x, (0, BN))
        out = tl.advance(out, (0, BN))


x = torch.randn(45, 77)
out = torch.empty_like(x)
scale_kernel[(triton.cdiv(45, 16),)](x, out, 45, 77, BM=16, BN=32)
torch.testing.assert_close(out, x * 3 + torch.arange(77) // 32 * 32)
print(tuple(out.shape))
# EXPECT stdout
#| (45, 77)
