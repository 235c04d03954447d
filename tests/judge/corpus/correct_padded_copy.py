# task: scaled_relu
# expect: correct
"""What a kernel made may be padded with constants, cut again and copied."""
import torch
import triton
import triton.language as tl


@triton.jit
def positive(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0.0)
    tl.store(out_ptr + i, tl.maximum(x, 0.0) * 2.5, mask=i < n)


def forward(x):
    out = torch.zeros_like(x)
    positive[(triton.cdiv(x.numel(), 1024),)](x, out, x.numel(), BLOCK=1024)
    padded = torch.cat([out.flatten(), torch.ones(5, device=x.device)])
    copy = torch.empty_like(x)
    copy.copy_(padded[:-5].view(x.shape))
    return copy
