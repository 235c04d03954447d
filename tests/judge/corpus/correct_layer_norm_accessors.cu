// task: layer_norm
// expect: correct
#include <torch/extension.h>

using Rows = torch::PackedTensorAccessor32<float, 2, torch::RestrictPtrTraits>;
using Vector = torch::PackedTensorAccessor32<float, 1, torch::RestrictPtrTraits>;

__device__ float sum_of_warp(float value) {
  for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(0xffffffffu, value, step);
  return value;
}

// A warp a row.
__global__ void layer_norm_kernel(const Rows x, const Vector weight, const Vector bias, Rows out) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= x.size(0)) return;
  float sum = 0;
  for (int i = threadIdx.x; i < x.size(1); i += 32) sum += x[row][i];
  float mean = sum_of_warp(sum) / x.size(1);
  float squares = 0;
  for (int i = threadIdx.x; i < x.size(1); i += 32) squares += (x[row][i] - mean) * (x[row][i] - mean);
  float scale = rsqrtf(sum_of_warp(squares) / x.size(1) + 1e-5f);
  for (int i = threadIdx.x; i < x.size(1); i += 32) out[row][i] = (x[row][i] - mean) * scale * weight[i] + bias[i];
}

torch::Tensor forward(torch::Tensor x, torch::Tensor weight, torch::Tensor bias) {
  auto rows = x.view({-1, x.size(-1)});
  auto out = torch::empty_like(rows);
  dim3 block(32, 4);
  layer_norm_kernel<<<(rows.size(0) + 3) / 4, block>>>(
      rows.packed_accessor32<float, 2, torch::RestrictPtrTraits>(),
      weight.packed_accessor32<float, 1, torch::RestrictPtrTraits>(),
      bias.packed_accessor32<float, 1, torch::RestrictPtrTraits>(),
      out.packed_accessor32<float, 2, torch::RestrictPtrTraits>());
  return out.view(x.sizes());
}
