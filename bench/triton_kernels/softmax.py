"""Softmax of 4096 rows of 1024, a row a program."""
import torch
import triton
import triton.language as tl

from timing import report


@triton.jit
def softmax_kernel(output_ptr, input_ptr, input_row_stride, output_row_stride, n_cols, BLOCK_SIZE: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_cols
    values = tl.load(input_ptr + row * input_row_stride + offsets, mask=mask, other=-float("inf")).to(tl.float32)
    values = values - tl.max(values, axis=0)
    numerator = tl.exp(values)
    result = numerator / tl.sum(numerator, axis=0)
    tl.store(output_ptr + row * output_row_stride + offsets, result, mask=mask)


def run(name, dtype):
    x = torch.randn(4096, 1024).to(dtype)
    out = torch.empty_like(x)

    def launch():
        softmax_kernel[(4096,)](out, x, x.stride(0), out.stride(0), 1024, BLOCK_SIZE=1024)

    def check():
        expected = torch.softmax(x.float(), dim=1)
        assert torch.allclose(out.float(), expected, rtol=1e-2 if dtype == torch.bfloat16 else 1e-4, atol=1e-6)

    report(name, launch, check)


run("softmax", torch.float32)
run("softmax-bf16", torch.bfloat16)
