# RUN: tilewright run %s
"""A product with bias, scale and an activation passed as a constant."""
import torch
import triton
import triton.language as tl


@triton.jit
def leaky_relu(x):
    return tl.where(x >= 0, x, 0.01 * x)


@triton.jit
def linear_kernel(x_ptr, w_ptr, bias_ptr, out_ptr, M, N, K, ACTIVATION: tl.constexpr, BM: tl.constexpr,
                  BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, K, BK):
        k = start + tl.arange(0, BK)
        x = tl.load(x_ptr + m[:, None] * K + k[None, :], mask=(m[:, None] < M) & (k[None, :] < K), other=0.0)
        w = tl.load(w_ptr + n[None, :] * K + k[:, None], mask=(n[None, :] < N) & (k[:, None] < K), other=0.0)
        acc = tl.dot(x, w, acc, input_precision="ieee")
    acc += tl.load(bias_ptr + n, mask=n < N, other=0.0)[None, :]
    if ACTIVATION == "leaky_relu":
        acc = leaky_relu(acc)
    tl.store(out_ptr + m[:, None] * N + n[None, :], acc, mask=(m[:, None] < M) & (n[None, :] < N))


torch.manual_seed(10)
x, layer = torch.randn(50, 40), torch.nn.Linear(40, 30)
w, bias = layer.weight.detach(), layer.bias.detach()
for activation in ("", "leaky_relu"):
    out = torch.empty(50, 30)
    linear_kernel[(4, 2)](x, w, bias, out, 50, 30, 40, ACTIVATION=activation, BM=16, BN=16, BK=16)
    expected = torch.nn.functional.linear(x, w, bias)
    if activation:
        expected = torch.nn.functional.leaky_relu(expected)
    torch.testing.assert_close(out, expected, rtol=1e-4, atol=1e-4)
    print(repr(activation), "holds")
# EXPECT stdout
#| '' holds
#| 'leaky_relu' holds
