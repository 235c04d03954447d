"""LayerNorm of 4096 rows of 1024 with weight and bias, a row a program."""
import torch
import triton
import triton.language as tl

from timing import report


@triton.jit
def layer_norm_kernel(x_ptr, y_ptr, weight_ptr, bias_ptr, mean_ptr, rstd_ptr, stride, n_cols, eps,
                      BLOCK_SIZE: tl.constexpr):
    row = tl.program_id(0)
    x_ptr += row * stride
    y_ptr += row * stride
    columns = tl.arange(0, BLOCK_SIZE)
    mask = columns < n_cols
    x = tl.load(x_ptr + columns, mask=mask, other=0.0).to(tl.float32)
    mean = tl.sum(x, axis=0) / n_cols
    centered = tl.where(mask, x - mean, 0.0)
    variance = tl.sum(centered * centered, axis=0) / n_cols
    rstd = 1 / tl.sqrt(variance + eps)
    tl.store(mean_ptr + row, mean)
    tl.store(rstd_ptr + row, rstd)
    weight = tl.load(weight_ptr + columns, mask=mask)
    bias = tl.load(bias_ptr + columns, mask=mask)
    tl.store(y_ptr + columns, centered * rstd * weight + bias, mask=mask)


def run(name, dtype):
    x = torch.randn(4096, 1024).to(dtype)
    weight = torch.randn(1024).to(dtype)
    bias = torch.randn(1024).to(dtype)
    y = torch.empty_like(x)
    mean = torch.empty(4096)
    rstd = torch.empty(4096)

    def launch():
        layer_norm_kernel[(4096,)](x, y, weight, bias, mean, rstd, x.stride(0), 1024, 1e-5, BLOCK_SIZE=1024)

    def check():
        expected = torch.nn.functional.layer_norm(x.float(), (1024,), weight.float(), bias.float(), 1e-5)
        tolerance = 2e-2 if dtype == torch.bfloat16 else 1e-4
        assert torch.allclose(y.float(), expected, rtol=tolerance, atol=tolerance)

    report(name, launch, check)


run("layer_norm", torch.float32)
run("layer_norm-bf16", torch.bfloat16)
