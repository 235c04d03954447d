"""Vector add of 1 M elements."""
import torch
import triton
import triton.language as tl

from timing import report


@triton.jit
def add_kernel(x_ptr, y_ptr, output_ptr, n_elements, BLOCK_SIZE: tl.constexpr):
    pid = tl.program_id(axis=0)
    offsets = pid * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(output_ptr + offsets, x + y, mask=mask)


def run(name, dtype, block):
    n = 1 << 20
    x = torch.randn(n).to(dtype)
    y = torch.randn(n).to(dtype)
    out = torch.empty_like(x)

    def launch():
        add_kernel[(triton.cdiv(n, block),)](x, y, out, n, BLOCK_SIZE=block)

    def check():
        # The interpreter cuts bfloat16 off where the compiler rounds.
        assert torch.allclose(out.float(), (x + y).float(), rtol=1e-2 if dtype == torch.bfloat16 else 0)

    report(name, launch, check)


run("add/1024", torch.float32, 1024)
run("add/8192", torch.float32, 8192)
run("add-bf16/1024", torch.bfloat16, 1024)
