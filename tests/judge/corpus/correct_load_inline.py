# task: layer_norm
# expect: correct
import torch
import torch.nn as nn
from torch.utils.cpp_extension import load_inline

source = """
#include <torch/extension.h>

__global__ void norm_kernel(const float* x, const float* weight, const float* bias, float* out, int columns) {
    __shared__ float sums[64];
    const float* row = x + blockIdx.x * columns;
    float sum = 0;
    for (int i = threadIdx.x; i < columns; i += 64) sum += row[i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    float mean = 0;
    for (int t = 0; t < 64; ++t) mean += sums[t];
    mean /= columns;
    __syncthreads();
    sum = 0;
    for (int i = threadIdx.x; i < columns; i += 64) sum += (row[i] - mean) * (row[i] - mean);
    sums[threadIdx.x] = sum;
    __syncthreads();
    float squares = 0;
    for (int t = 0; t < 64; ++t) squares += sums[t];
    float scale = rsqrtf(squares / columns + 1e-5f);
    for (int i = threadIdx.x; i < columns; i += 64)
        out[blockIdx.x * columns + i] = (row[i] - mean) * scale * weight[i] + bias[i];
}

torch::Tensor norm(torch::Tensor x, torch::Tensor weight, torch::Tensor bias) {
    auto out = torch::empty_like(x);
    int columns = x.size(-1);
    norm_kernel<<<x.numel() / columns, 64>>>(x.data_ptr<float>(), weight.data_ptr<float>(), bias.data_ptr<float>(),
                                             out.data_ptr<float>(), columns);
    return out;
}
"""
module = load_inline(name="norm", cpp_sources="torch::Tensor norm(torch::Tensor x, torch::Tensor weight, torch::Tensor bias);",
                     cuda_sources=source, functions=["norm"])


class ModelNew(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)

    def forward(self, x):
        return module.norm(x, self.norm.weight, self.norm.bias)
