import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_ptr, FACTOR: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.static_assert(BLOCK * FACTOR == 96 and FACTOR == 3)
    tl.store(x_ptr + i, tl.load(x_ptr + i) * FACTOR)


if torch.cuda.get_device_capability()[0] >= 10:
    x = torch.ones(32, device="cuda")
    scale_kernel[(1,)](x, FACTOR=3, BLOCK=32)
    assert x.sum().item() == 96
else:
    print("this needs a newer device")
