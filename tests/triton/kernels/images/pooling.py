# RUN: tilewright run %s
"""Average and maximum pooling with the place of the maximum, padding counted or not."""
import torch
import triton
import triton.language as tl


@triton.jit
def pool_kernel(x_ptr, average_ptr, high_ptr, place_ptr, n, H, W, OH, OW, SIZE: tl.constexpr, STRIDE: tl.constexpr,
                PAD: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    plane, oh, ow = i // (OH * OW), i // OW % OH, i % OW
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    count = tl.zeros((BLOCK,), dtype=tl.int32)
    high = tl.full((BLOCK,), float("-inf"), dtype=tl.float32)
    place = tl.full((BLOCK,), -1, dtype=tl.int64)
    for dh in tl.static_range(SIZE):
        for dw in tl.static_range(SIZE):
            h, w = oh * STRIDE - PAD + dh, ow * STRIDE - PAD + dw
            inside = mask & (h >= 0) & (h < H) & (w >= 0) & (w < W)
            x = tl.load(x_ptr + (plane * H + h) * W + w, mask=inside, other=0.0)
            total += x
            count += inside.to(tl.int32)
            larger = inside & (x > high)
            high = tl.where(larger, x, high)
            place = tl.where(larger, h * W + w, place)
    tl.store(average_ptr + i, total / count, mask=mask)
    tl.store(high_ptr + i, high, mask=mask)
    tl.store(place_ptr + i, place, mask=mask)


torch.manual_seed(1)
x = torch.randn(2, 3, 8, 9)
functional = torch.nn.functional
expected, indices = functional.max_pool2d(x, 3, 2, 1, return_indices=True)
average, high, place = torch.empty(expected.shape), torch.empty(expected.shape), torch.empty(expected.shape, dtype=torch.int64)
n = expected.numel()
pool_kernel[(triton.cdiv(n, 64),)](x, average, high, place, n, 8, 9, *expected.shape[2:], SIZE=3, STRIDE=2, PAD=1, BLOCK=64)
assert torch.equal(high, expected) and torch.equal(place, indices)
torch.testing.assert_close(average, functional.avg_pool2d(x, 3, 2, 1, count_include_pad=False), rtol=1e-5, atol=1e-6)
print(tuple(high.shape))
# EXPECT stdout
#| (2, 3, 4, 5)
