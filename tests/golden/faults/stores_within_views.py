# RUN: tilewright run --strict %s
import torch
import triton
import triton.language as tl


@triton.jit
def copy_kernel(x_ptr, out_ptr, stride_x, stride_out, columns, BLOCK: tl.constexpr):
    row, offsets = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * stride_x + offsets, mask=offsets < columns, other=0.0)
    tl.store(out_ptr + row * stride_out + offsets, x, mask=offsets < columns)


@triton.jit
def both_kernel(q_ptr, k_ptr, stride, width, BLOCK: tl.constexpr):
    row, offsets = tl.program_id(0), tl.arange(0, BLOCK)
    # From q's pointer into k, which the launch was given, too.
    tl.store(q_ptr + row * stride + width + offsets, 3.0)


@triton.jit
def sum_kernel(x_ptr, out_ptr, width, BLOCK: tl.constexpr):
    # Reads the other two thirds through the first one's pointer.
    row, offsets = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * 3 * width + offsets) + tl.load(x_ptr + row * 3 * width + width + offsets)
    tl.store(out_ptr + row, tl.sum(x, axis=0))


qkv = torch.ones(4, 48, device="cuda")
q, k, v = qkv.split(16, dim=1)
copy_kernel[(4,)](k, q, 48, 48, 12, BLOCK=16)
both_kernel[(4,)](q, k, 48, 16, BLOCK=16)
total = torch.empty(1, 4, device="cuda")
sum_kernel[(4,)](q, total[0], 16, BLOCK=16)
print(qkv.sum().item(), total.tolist())
out = torch.zeros(8, 4, 16, device="cuda")
copy_kernel[(4,)](q, out[3], 48, 16, 16, BLOCK=16)
copy_kernel[(4,)](q.t().contiguous().t(), out[:, 1], 16, 64, 1, BLOCK=16)
print(out.sum().item())
# EXPECT stdout
#| 320.0 [[64.0, 64.0, 64.0, 64.0]]
#| 67.0
