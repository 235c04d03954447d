# RUN: tilewright run %s
"""Copies between layouts: strides are arguments, one axis reversed."""
import torch
import triton
import triton.language as tl


@triton.jit
def copy_kernel(x_ptr, out_ptr, M, N, xm, xn, om, on, BM: tl.constexpr, BN: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    n = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    mask = (m < M) & (n < N)
    value = tl.load(x_ptr + m * xm + (N - 1 - n) * xn, mask=mask, other=0)
    tl.store(out_ptr + m * om + n * on, value, mask=mask)


for dtype in (torch.float32, torch.int64, torch.float16, torch.bool):
    x = (torch.arange(37 * 50).reshape(37, 50) % 251).to(dtype)
    for source in (x, x.t().contiguous().t()):
        out = torch.empty(50, 37, dtype=dtype).t()
        grid = (triton.cdiv(37, 16), triton.cdiv(50, 32))
        copy_kernel[grid](source, out, 37, 50, *source.stride(), *out.stride(), BM=16, BN=32)
        assert torch.equal(out, x.flip(1))
    print(dtype, "copied")
# EXPECT stdout
#| torch.float32 copied
#| torch.int64 copied
#| torch.float16 copied
#| torch.bool copied
