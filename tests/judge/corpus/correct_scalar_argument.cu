// task: scalar_argument
// expect: correct
#include <torch/extension.h>

__global__ void scale(const float* x, float* out, float s, int64_t n) {
  int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = x[i] * s;
}

torch::Tensor forward(torch::Tensor x, double s) {
  auto out = torch::empty_like(x);
  scale<<<(x.numel() + 511) / 512, 512>>>(x.data_ptr<float>(), out.data_ptr<float>(), s, x.numel());
  return out;
}
